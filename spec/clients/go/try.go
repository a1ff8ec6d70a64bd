package main

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"strings"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

type outcome struct {
	Method string `json:"method"`
	// filled, empty, refused, unserved, unbuilt, failed or undecodable
	Outcome string `json:"outcome"`
	Detail  string `json:"detail,omitempty"`
}

// So many requests one method makes at most.
const mostTries = 250

// What is said of a path or method that nothing serves.
var unserved = regexp.MustCompile(`"error":"(404 Not Found|405 Not Allowed)"`)

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

func notModified(outs []reflect.Value) bool {
	response, _ := outs[len(outs)-2].Interface().(*gitlab.Response)
	return response != nil && response.StatusCode == 304
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
		if status == 501 {
			return "unbuilt", response.Response.Request.URL.Path
		}
		if status >= 500 {
			return "failed", failure.Error()
		}
		if unserved.Match(response.Body) {
			return "unserved", response.Response.Request.URL.Path
		}
		return "refused", response.Response.Request.URL.Path + ": " + string(response.Body)
	}
	// Not modified is said without a body.
	if errors.Is(failure, gitlab.ErrNotFound) || notModified(outs) {
		return "refused", failure.Error()
	}
	if strings.Contains(failure.Error(), "/api/graphql: 501") {
		return "unbuilt", "/api/graphql"
	}
	return "undecodable", failure.Error()
}

func try(w *world, name string, method reflect.Value) outcome {
	t := method.Type()
	count := t.NumIn()
	if t.IsVariadic() {
		count--
	}
	choices := [][]reflect.Value{}
	for i := range count {
		if t.In(i) == reflect.TypeFor[context.Context]() {
			choices = append(choices, []reflect.Value{reflect.ValueOf(context.Background())})
			continue
		}
		choices = append(choices, w.values(t.In(i), name, i))
	}
	told := outcome{Method: name, Outcome: "refused"}
	for n := range mostTries {
		args, more := arguments(choices, n)
		if !more {
			break
		}
		outs := method.Call(args)
		how, why := judge(outs)
		switch how {
		case "refused":
			// A refusal for another reason than that nothing is there says most.
			if told.Outcome == "refused" && (told.Detail == "" || !strings.Contains(why, "404")) {
				told.Detail = why
			}
		case "empty":
			told.Outcome, told.Detail = how, why
		default:
			if how == "filled" {
				w.find(name, outs[0])
			}
			return outcome{Method: name, Outcome: how, Detail: why}
		}
	}
	return told
}
