package main

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What exists on the server. Numbers are tried as iids and ids, Words as names, paths, keys and ids that are text, both in this order.
type world struct {
	URL, Token string
	Project    int64
	Group      int64
	User       int64
	// A personal token that calls nothing here.
	Spare   int64
	Numbers []int64
	Words   []string
	// What stands in the fields of options, by their names; `#` in a text becomes a number of its own.
	Fields map[string]json.RawMessage
	// The same of single methods, before those; null leaves a field out.
	Of map[string]map[string]json.RawMessage
	// What methods of a service have made, the newest last.
	found map[string][]any
}

var (
	ofGroups = regexp.MustCompile(`Group|Epic`)
	ofUsers  = regexp.MustCompile(`^Users\..*(User|Token|Identity|Factor)`)
	ofTokens = regexp.MustCompile(`^PersonalAccessTokens\.`)
	ofPeople = regexp.MustCompile(`User|Key|Email|Impersonation|Status`)
	// Whose second argument is the number of an issue, a merge request or a snippet in its project.
	ofThings  = regexp.MustCompile(`^(AwardEmoji|Discussions|DraftNotes|MergeRequestApprovals|MergeRequests|Notes)\.`)
	ofRunners = regexp.MustCompile(`^Runners\.(Update|Remove)`)
	digest    = regexp.MustCompile(`^[0-9a-f]{40}$`)
	numbered  = 0
)

func (w *world) ids(method string) []any {
	all := []any{w.Project, w.Group, w.User}
	switch {
	case ofGroups.MatchString(method):
		all = []any{w.Group, w.Project}
	case ofThings.MatchString(method):
		all = []any{w.Project}
	case ofPeople.MatchString(method):
		all = []any{w.User, w.Project, w.Group}
	}
	return all
}

// Keeps what names the thing that a method has made, for the other methods of its service.
func (w *world) find(method string, made reflect.Value) {
	thing := reflect.Indirect(made)
	if thing.Kind() != reflect.Struct {
		return
	}
	if w.found == nil {
		w.found = map[string][]any{}
	}
	service, _, _ := strings.Cut(method, ".")
	if notes := thing.FieldByName("Notes"); notes.IsValid() && notes.Kind() == reflect.Slice {
		for i := range notes.Len() {
			w.find(method, notes.Index(i))
		}
	}
	for _, name := range []string{"ID", "IID", "Key", "Name", "TagName", "Slug"} {
		if field := thing.FieldByName(name); field.IsValid() && (field.CanInt() || field.Kind() == reflect.String) && !field.IsZero() {
			w.found[service] = append(w.found[service], field.Interface())
		}
	}
}

// All, after the newest that the methods of the service have made.
func (w *world) known(method string, kind reflect.Kind, all []any) []any {
	service, _, _ := strings.Cut(method, ".")
	newest := []any{}
	for _, one := range slices.Backward(w.found[service]) {
		if len(newest) < 4 && (reflect.ValueOf(one).Kind() == reflect.String) == (kind == reflect.String) {
			newest = append(newest, one)
		}
	}
	return append(newest, all...)
}

// The values that an argument is tried with; one for what is not varied.
func (w *world) values(t reflect.Type, method string, at int) []reflect.Value {
	if t == reflect.TypeFor[io.Reader]() {
		return []reflect.Value{reflect.ValueOf(bytes.NewReader([]byte("text")))}
	}
	switch t.Kind() {
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return []reflect.Value{reflect.Zero(t)}
		}
		if at > 0 {
			words := w.known(method, reflect.String, anyOf(w.Words))
			return converted(append(words, w.known(method, reflect.Int64, anyOf(w.Numbers))...), nil)
		}
		if ofRunners.MatchString(method) {
			return converted(w.known(method, reflect.Int64, anyOf(w.Numbers)), nil)
		}
		return converted(w.ids(method), nil)
	case reflect.Int, reflect.Int64, reflect.Uint64:
		// Other numbers are other people, of whom one is the caller.
		if at == 0 && ofUsers.MatchString(method) {
			return converted([]any{w.User}, t)
		}
		if at == 1 && ofThings.MatchString(method) {
			return converted([]any{1, 2, 3, 4}, t)
		}
		if ofTokens.MatchString(method) {
			return converted(w.known(method, reflect.Int64, []any{w.Spare}), t)
		}
		return converted(w.known(method, reflect.Int64, anyOf(w.Numbers)), t)
	case reflect.String:
		words := anyOf(w.Words)
		if strings.HasPrefix(method, "Discussions.") {
			words = anyOf(slices.DeleteFunc(slices.Clone(w.Words), func(word string) bool { return !digest.MatchString(word) }))
		}
		// A type of its own lists what it may be: nothing that was made.
		if t.Name() != "string" {
			return converted(words, t)
		}
		return converted(w.known(method, reflect.String, words), t)
	case reflect.Struct:
		return []reflect.Value{w.options(t, method).Elem()}
	case reflect.Pointer:
		if t.Elem().Kind() == reflect.Struct {
			return []reflect.Value{w.options(t.Elem(), method)}
		}
	}
	return []reflect.Value{reflect.Zero(t)}
}

// Options with what the world has for their fields, where that is of their type.
func (w *world) options(t reflect.Type, method string) reflect.Value {
	made := reflect.New(t)
	for i := range t.NumField() {
		field := t.Field(i)
		value, given := w.Of[method][field.Name]
		if !given {
			value, given = w.Fields[field.Name]
		}
		if !given || string(value) == "null" || !field.IsExported() {
			continue
		}
		if bytes.Contains(value, []byte("#")) {
			numbered++
			value = bytes.ReplaceAll(value, []byte("#"), []byte(strconv.Itoa(numbered)))
		}
		into := reflect.New(field.Type)
		if json.Unmarshal(value, into.Interface()) == nil {
			made.Elem().Field(i).Set(into.Elem())
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
