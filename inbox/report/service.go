package report

import (
	"cmp"
	"encoding/json"
	"strings"

	"pitpost.example/inbox/mime"
)

// notified is what a notification service (Amazon SNS) writes of a letter in JSON, by itself or as the text of a message of
// its own.
type notified struct {
	Message string `json:"Message"`
	Kind    string `json:"notificationType"`
	Event   string `json:"eventType"`
	Bounce  struct {
		Kind       string `json:"bounceType"`
		Recipients []struct {
			Address string `json:"emailAddress"`
			Action  string `json:"action"`
			Status  string `json:"status"`
			Said    string `json:"diagnosticCode"`
		} `json:"bouncedRecipients"`
	} `json:"bounce"`
	Complaint struct {
		Kind string `json:"complaintFeedbackType"`
	} `json:"complaint"`
	Mail struct {
		Source  string `json:"source"`
		Headers []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"headers"`
	} `json:"mail"`
}

// ofService reads what a notification service says in the text of a letter.
func (r *Report) ofService(text string) {
	at := strings.Index(text, "{")
	if at < 0 || !strings.Contains(text, "otificationType") && !strings.Contains(text, "eventType") {
		return
	}
	var n notified
	if json.NewDecoder(strings.NewReader(text[at:])).Decode(&n) != nil {
		return
	}
	if n.Message != "" {
		if json.Unmarshal([]byte(n.Message), &n) != nil {
			return
		}
	}
	switch cmp.Or(n.Kind, n.Event) {
	case "Bounce":
		r.bounce = true
		for _, to := range n.Bounce.Recipients[:min(len(n.Bounce.Recipients), mime.MaxPeople)] {
			_, said, typed := strings.Cut(to.Said, ";")
			if !typed {
				said = to.Said
			}
			said = mime.OneLine(said)
			r.Verdicts = append(r.Verdicts, verdict{Address: strings.ToLower(to.Address), Action: cmp.Or(strings.ToLower(to.Action), "failed"),
				Status: preciseCode(findCode(to.Status), said), Said: said})
		}
	case "Complaint":
		r.Complaint = cmp.Or(word(n.Complaint.Kind), "abuse")
	default:
		return
	}
	r.SentFrom = append(r.SentFrom, n.Mail.Source)
	for _, h := range n.Mail.Headers {
		if strings.EqualFold(h.Name, "x-pitpost") {
			r.Marks = append(r.Marks, h.Value)
		}
	}
}
