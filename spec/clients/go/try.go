package main

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"regexp"
	"slices"
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
const mostTries = 400

// What is said of a path or method that nothing serves.
var unserved = regexp.MustCompile(`"error":"(404 Not Found|405 Not Allowed)"`)

// The choices of each argument in every combination, those first that take the first choices: what is known best is tried before what is not.
func combinations(choices [][]reflect.Value) iter.Seq[[]reflect.Value] {
	farthest := 0
	for _, choice := range choices {
		farthest += len(choice) - 1
	}
	return func(yield func([]reflect.Value) bool) {
		args := make([]reflect.Value, len(choices))
		var fill func(at, left int) bool
		fill = func(at, left int) bool {
			if at == len(choices) {
				return left > 0 || yield(slices.Clone(args))
			}
			for i, one := range choices[at][:min(left+1, len(choices[at]))] {
				args[at] = one
				if !fill(at+1, left-i) {
					return false
				}
			}
			return true
		}
		for distance := 0; distance <= farthest && fill(0, distance); distance++ {
		}
	}
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
	tries := 0
	for args := range combinations(choices) {
		if tries++; tries > mostTries {
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
