// Command strictclient calls methods of the Go client, by reflection, with arguments that are tried one after another, and prints a line of JSON for each.
// Its arguments: reads or writes, and a file of JSON that says what exists on the server; or payloads, and a file of what webhooks sent.
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

var (
	reads = regexp.MustCompile(`\.(Get|List|Show|Search|Compare|Download|Current|Last30)|^Search\.|^Repositories\.[^AG]|StorageMoves|\.Retrieve|(Ex|Im)portStatus$|Content$`)
	// What takes away who calls, or what nothing can be called without.
	spared = regexp.MustCompile(`Self$|^GraphQL\.|FormatPackageURL|^Settings\.`)
	makers = regexp.MustCompile(`^(Create|Add|Set|Upload|Post|Publish|Protect|Register|Request|Share|Subscribe|Star|Approve|Accept)`)
	takers = regexp.MustCompile(`^(Delete|Remove|Revoke|Un|Deny|Reject|Erase|Disable|Purge|Cancel(Job|Pipeline)|Mark|Deactivate|Block|Ban|PublishAll)`)
	things = regexp.MustCompile(`\.Delete(Issue|MergeRequest)$`)
	// Below which everything else stands.
	roots = regexp.MustCompile(`\.(Delete|Archive|Transfer)(Group|Project|User|SubGroup)$`)
)

type call struct {
	name   string
	method reflect.Value
}

// Makers first, then what changes, then what takes away, last what takes everything away.
func (c call) turn(name string) int {
	switch {
	case roots.MatchString(c.name):
		return 4
	case things.MatchString(c.name):
		return 3
	case takers.MatchString(name):
		return 2
	case makers.MatchString(name):
		return 0
	}
	return 1
}

func calls(client *gitlab.Client, kind string) []call {
	turns := make([][]call, 5)
	services := reflect.ValueOf(client).Elem()
	for i := range services.NumField() {
		service, field := services.Field(i), services.Type().Field(i)
		if !field.IsExported() || field.Type.Kind() != reflect.Interface || service.IsNil() {
			continue
		}
		takersBegin := len(turns[2])
		for m := range field.Type.NumMethod() {
			method := field.Type.Method(m)
			one := call{field.Name + "." + method.Name, service.Method(m)}
			if reads.MatchString(one.name) != (kind == "reads") || method.Type.NumOut() < 2 {
				continue
			}
			if kind == "reads" {
				turns[0] = append(turns[0], one)
			} else if !spared.MatchString(one.name) {
				turn := one.turn(method.Name)
				turns[turn] = append(turns[turn], one)
			}
		}
		// Of a thing and of what stands in it, what stands in it goes first: its method has the longer name.
		slices.Reverse(turns[2][takersBegin:])
	}
	return slices.Concat(turns...)
}

func told[T any](file string) (it T) {
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &it)
	}
	if err != nil {
		panic(err)
	}
	return it
}

func main() {
	lines := json.NewEncoder(os.Stdout)
	if os.Args[1] == "payloads" {
		for _, one := range told[[]delivery](os.Args[2]) {
			if err := lines.Encode(read(one)); err != nil {
				panic(err)
			}
		}
		return
	}
	w := told[world](os.Args[2])
	client, err := gitlab.NewClient(w.Token, gitlab.WithBaseURL(w.URL), gitlab.WithCustomRetryMax(0))
	if err != nil {
		panic(err)
	}
	for _, one := range calls(client, os.Args[1]) {
		if err := lines.Encode(try(&w, one.name, one.method)); err != nil {
			panic(err)
		}
	}
}
