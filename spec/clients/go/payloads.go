package main

import (
	"encoding/json"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

// What a webhook sent: its header X-Gitlab-Event, and the payload.
type delivery struct {
	Event string
	Body  json.RawMessage
}

// How the client reads a payload.
func read(one delivery) outcome {
	parse := func() (any, error) { return gitlab.ParseWebhook(gitlab.EventType(one.Event), one.Body) }
	if one.Event == string(gitlab.EventTypeSystemHook) {
		parse = func() (any, error) { return gitlab.ParseSystemhook(one.Body) }
	}
	if _, err := parse(); err != nil {
		return outcome{Method: one.Event, Outcome: "undecodable", Detail: err.Error() + ": " + string(one.Body)}
	}
	return outcome{Method: one.Event, Outcome: "filled"}
}
