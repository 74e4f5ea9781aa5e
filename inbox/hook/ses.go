package hook

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// sesOld is how old a notice may be: SNS tries for an hour.
const sesOld = 2 * time.Hour

// ses takes what Amazon SES tells its SNS topic. SNS takes every 4xx for final and tries
// again after 5xx.
func (h *Hooks) ses() provider {
	return provider{name: "ses", set: h.Topic != "", types: []string{"text/plain", "application/json"}, never: http.StatusUnprocessableEntity,
		open: func(r *http.Request, body []byte) (*letter, error) {
			var n notice
			if err := json.Unmarshal(body, &n); err != nil {
				return nil, errForm
			}
			// A signature proves only that SNS sent it, for whomever: the topic must be ours.
			if n.TopicArn != h.Topic {
				return nil, &refusal{http.StatusForbidden, "this topic is not ours"}
			}
			if err := h.verify(r.Context(), &n); err != nil {
				return nil, err
			}
			at, err := time.Parse(time.RFC3339, n.Timestamp)
			if err != nil {
				return nil, errTime
			}
			if err := h.fresh(at, sesOld); err != nil {
				return nil, err
			}
			switch n.Type {
			case "Notification":
				return sesLetter(&n)
			case "SubscriptionConfirmation":
				return nil, h.subscribe(r.Context(), &n)
			}
			h.Log.Warn("Amazon no longer brings letters: the topic's subscription was ended", "door", "ses")
			return nil, nil
		}}
}

// sesLetter takes the letter out of a notice. One that came whole but for the letter tells
// of a set-up by which letters are lost, so it is to come again.
func sesLetter(n *notice) (*letter, error) {
	var event struct {
		NotificationType string `json:"notificationType"`
		Mail             struct {
			Source string `json:"source"`
		} `json:"mail"`
		Receipt struct {
			Recipients []string `json:"recipients"`
			Action     struct {
				Encoding string `json:"encoding"`
			} `json:"action"`
		} `json:"receipt"`
		Content *string `json:"content"`
	}
	if !strings.HasPrefix(strings.TrimSpace(n.Message), "{") {
		return nil, nil // Amazon's word that the topic works
	}
	if err := json.Unmarshal([]byte(n.Message), &event); err != nil {
		return nil, errForm
	}
	if event.NotificationType != "Received" {
		return nil, nil
	}
	if event.Content == nil {
		return nil, errNotRaw
	}
	raw := []byte(*event.Content)
	if strings.EqualFold(event.Receipt.Action.Encoding, "base64") {
		var err error
		if raw, err = base64.StdEncoding.DecodeString(*event.Content); err != nil {
			return nil, errForm
		}
	}
	return &letter{raw: raw, from: returnAddress(strings.Trim(event.Mail.Source, "<>")), to: append([]string{}, event.Receipt.Recipients...),
		id: n.MessageID, good: sesOld + ahead}, nil
}
