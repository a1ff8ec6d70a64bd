// Command reads calls every read of the Go client, by reflection, with arguments that are tried one after another, and prints a line of JSON for each method.
// Its argument is a file of JSON that says what exists on the server.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"regexp"
	"strings"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

// What exists on the server. Numbers are tried as iids and ids, Words as names, paths, keys and ids that are text, both in this order.
type world struct {
	URL, Token string
	Project    int64
	Group      int64
	User       int64
	Numbers    []int64
	Words      []string
}

type outcome struct {
	Method string `json:"method"`
	// filled, empty, refused, unserved, unbuilt, failed or undecodable
	Outcome string `json:"outcome"`
	Detail  string `json:"detail,omitempty"`
}

// So many requests one method makes at most.
const mostTries = 250

var (
	needed   = map[string]string{"Ref": "main", "From": "main", "To": "side"}
	reads    = regexp.MustCompile(`^(Get|List|Show|Search|Compare|Download|Current)`)
	ofGroups = regexp.MustCompile(`Group|Epic`)
	ofPeople = regexp.MustCompile(`User|Key|Email|Impersonation|Status`)
	outcomes = map[int]string{501: "unbuilt", 405: "unserved"}
)

func (w world) ids(method string) []any {
	all := []any{w.Project, w.Group, w.User}
	switch {
	case ofGroups.MatchString(method):
		all = []any{w.Group, w.Project}
	case ofPeople.MatchString(method):
		all = []any{w.User, w.Project, w.Group}
	}
	return all
}

// The values that an argument is tried with; one for what is not varied.
func (w world) values(t reflect.Type, method string) []reflect.Value {
	switch t.Kind() {
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return []reflect.Value{reflect.Zero(t)}
		}
		return converted(w.ids(method), nil)
	case reflect.Int, reflect.Int64:
		return converted(anyOf(w.Numbers), t)
	case reflect.String:
		return converted(anyOf(w.Words), t)
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Struct {
			return []reflect.Value{options(t.Elem())}
		}
	}
	return []reflect.Value{reflect.Zero(t)}
}

// Options with what some reads cannot do without.
func options(t reflect.Type) reflect.Value {
	made := reflect.New(t)
	for name, word := range needed {
		if field := made.Elem().FieldByName(name); field.IsValid() && field.Type() == reflect.TypeFor[*string]() {
			field.Set(reflect.ValueOf(&word))
		}
	}
	return made
}

func anyOf[T any](all []T) []any {
	out := make([]any, len(all))
	for i, one := range all {
		out[i] = one
	}
	return out
}

func converted(all []any, t reflect.Type) []reflect.Value {
	out := []reflect.Value{}
	for _, one := range all {
		value := reflect.ValueOf(one)
		if t != nil {
			value = value.Convert(t)
		}
		out = append(out, value)
	}
	return out
}

// The arguments of the nth try: the last one changes fastest.
func arguments(choices [][]reflect.Value, n int) ([]reflect.Value, bool) {
	args := make([]reflect.Value, len(choices))
	for i := len(choices) - 1; i >= 0; i-- {
		args[i] = choices[i][n%len(choices[i])]
		n /= len(choices[i])
	}
	return args, n == 0
}

func isEmpty(value reflect.Value) bool {
	switch value.Kind() {
	case reflect.Slice, reflect.Map:
		return value.Len() == 0
	case reflect.Pointer, reflect.Interface:
		return value.IsNil()
	}
	return false
}

// How a call ended, and in words why.
func judge(outs []reflect.Value) (string, string) {
	failure, _ := outs[len(outs)-1].Interface().(error)
	if failure == nil {
		if isEmpty(outs[0]) {
			return "empty", ""
		}
		return "filled", ""
	}
	var response *gitlab.ErrorResponse
	if errors.As(failure, &response) {
		status := response.Response.StatusCode
		if told, known := outcomes[status]; known {
			return told, response.Response.Request.URL.Path
		}
		if status >= 500 {
			return "failed", failure.Error()
		}
		if strings.Contains(string(response.Body), `"error":"404 Not Found"`) {
			return "unserved", response.Response.Request.URL.Path
		}
		return "refused", response.Response.Request.URL.Path
	}
	if errors.Is(failure, gitlab.ErrNotFound) {
		return "refused", failure.Error()
	}
	if strings.Contains(failure.Error(), "/api/graphql: 501") {
		return "unbuilt", "/api/graphql"
	}
	return "undecodable", failure.Error()
}

func try(w world, name string, method reflect.Value) outcome {
	t := method.Type()
	count := t.NumIn()
	if t.IsVariadic() {
		count--
	}
	choices := [][]reflect.Value{}
	for i := 0; i < count; i++ {
		if t.In(i) == reflect.TypeFor[context.Context]() {
			choices = append(choices, []reflect.Value{reflect.ValueOf(context.Background())})
			continue
		}
		choices = append(choices, w.values(t.In(i), name))
	}
	told := outcome{Method: name, Outcome: "refused"}
	for n := 0; n < mostTries; n++ {
		args, more := arguments(choices, n)
		if !more {
			break
		}
		how, why := judge(method.Call(args))
		switch how {
		case "refused":
			if told.Outcome == "refused" {
				told.Detail = why
			}
		case "empty":
			told.Outcome, told.Detail = how, why
		default:
			return outcome{Method: name, Outcome: how, Detail: why}
		}
	}
	return told
}

func main() {
	var w world
	told, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(told, &w)
	}
	if err != nil {
		panic(err)
	}
	client, err := gitlab.NewClient(w.Token, gitlab.WithBaseURL(w.URL), gitlab.WithCustomRetryMax(0))
	if err != nil {
		panic(err)
	}
	lines := json.NewEncoder(os.Stdout)
	services := reflect.ValueOf(client).Elem()
	for i := 0; i < services.NumField(); i++ {
		service, field := services.Field(i), services.Type().Field(i)
		if !field.IsExported() || field.Type.Kind() != reflect.Interface || service.IsNil() {
			continue
		}
		for m := 0; m < field.Type.NumMethod(); m++ {
			method := field.Type.Method(m)
			if !reads.MatchString(method.Name) || method.Type.NumOut() < 2 {
				continue
			}
			if err := lines.Encode(try(w, field.Name+"."+method.Name, service.Method(m))); err != nil {
				panic(err)
			}
		}
	}
}
