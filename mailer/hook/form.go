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

// textMost is the maximum number of characters of a text; Discord accepts 2000.
const textMost = 1800

// formBody returns the body of a text for a service, followed by the address of a page, if that is not "".
// The title goes where the service has room for one.
func formBody(form model.HookForm, title, text, page string) ([]byte, error) {
	if page != "" {
		page = "\n" + page
	}
	switch form {
	case model.FormDiscord:
		// People choose names and texts, which must not be able to alert all members or make links.
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

// ntfyBody is how an ntfy call is stored. When it is sent, the title becomes a header and the text the body.
type ntfyBody struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// formRequest builds the request for a body, and returns it with the body as it is sent. word is the
// webhook-id.
func formRequest(ctx context.Context, form model.HookForm, to, word string, body []byte) (*http.Request, []byte, error) {
	method, header := http.MethodPost, http.Header{"Content-Type": {"application/json"}}
	switch form {
	case model.FormMatrix:
		// A message is put into a room under the call's id as transaction, so the server stores it once,
		// however often it is tried. The token in the address becomes a header.
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

// discord escapes Discord's markup.
func discord(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`).Replace(s)
}

// slack escapes the characters that make links and mentions in Slack.
func slack(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
