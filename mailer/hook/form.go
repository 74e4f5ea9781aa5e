package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"pitpost.example/model"
)

// Most characters that a form's text may have; Discord takes 2000.
const textMost = 1800

// formBody is the body of a text for a service, with the address of a page below it, "" for
// none; titles stand where it has them.
func formBody(form model.HookForm, title, text, page string) ([]byte, error) {
	if page != "" {
		page = "\n" + page
	}
	switch form {
	case model.FormDiscord:
		// Names and words are people's: none of them may call all members or draw a link.
		return json.Marshal(map[string]any{"content": "**" + discord(title) + "**\n" + discord(text) + page, "allowed_mentions": map[string]any{"parse": []string{}}})
	case model.FormSlack:
		return json.Marshal(map[string]any{"text": slack(title + "\n" + text + page), "mrkdwn": false})
	case model.FormMatrix:
		return json.Marshal(map[string]any{"msgtype": "m.notice", "body": title + "\n" + text + page})
	case model.FormNtfy:
		return json.Marshal(ntfyBody{Title: title, Text: text + page})
	}
	return nil, fmt.Errorf("no form %q", form)
}

// ntfyBody is kept until it is sent: the title goes into a header, the text is the body.
type ntfyBody struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// formRequest addresses a body, and gives it as it is sent. word is the webhook-id.
func formRequest(ctx context.Context, form model.HookForm, to, word string, body []byte) (*http.Request, []byte, error) {
	method, header := http.MethodPost, http.Header{"Content-Type": {"application/json"}}
	switch form {
	case model.FormMatrix:
		// A message goes into a room under the call's own transaction, so that the server writes it
		// once however often it is tried. The token of the address becomes a header.
		u, err := url.Parse(to)
		if err != nil {
			return nil, nil, err
		}
		q := u.Query()
		if token := q.Get("access_token"); token != "" {
			header.Set("Authorization", "Bearer "+token)
			q.Del("access_token")
			u.RawQuery = q.Encode()
		}
		method, to = http.MethodPut, u.JoinPath(word).String()
	case model.FormNtfy:
		var n ntfyBody
		if err := json.Unmarshal(body, &n); err != nil {
			return nil, nil, err
		}
		header.Set("Content-Type", "text/plain; charset=utf-8")
		header.Set("Title", mime.QEncoding.Encode("utf-8", n.Title))
		body = []byte(n.Text)
	}
	req, err := http.NewRequestWithContext(ctx, method, to, bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	req.Header = header
	return req, body, nil
}

// discord keeps marks from being read as such.
func discord(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`).Replace(s)
}

// slack keeps signs from being read as links and calls.
func slack(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
