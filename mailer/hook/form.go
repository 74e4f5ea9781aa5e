package hook

import (
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

// post is what is sent to a service of a form, and how.
type post struct {
	method, url string
	header      http.Header
	body        []byte
}

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

// formPost addresses a body. word is the webhook-id.
func formPost(form model.HookForm, to, word string, body []byte) (*post, error) {
	p := &post{method: http.MethodPost, url: to, header: http.Header{}, body: body}
	p.header.Set("Content-Type", "application/json")
	switch form {
	case model.FormMatrix:
		return matrixPost(p, word)
	case model.FormNtfy:
		var n ntfyBody
		if err := json.Unmarshal(body, &n); err != nil {
			return nil, err
		}
		p.header.Set("Content-Type", "text/plain; charset=utf-8")
		p.header.Set("Title", mime.QEncoding.Encode("utf-8", n.Title))
		p.body = []byte(n.Text)
	}
	return p, nil
}

// matrixPost sends into a room under the call's own transaction, so that the server writes it
// once however often it is tried. The token of the address becomes a header.
func matrixPost(p *post, word string) (*post, error) {
	u, err := url.Parse(p.url)
	if err != nil {
		return nil, err
	}
	q := u.Query()
	if token := q.Get("access_token"); token != "" {
		p.header.Set("Authorization", "Bearer "+token)
		q.Del("access_token")
		u.RawQuery = q.Encode()
	}
	p.method, p.url = http.MethodPut, u.JoinPath(word).String()
	return p, nil
}

// discord keeps marks from being read as such.
func discord(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`).Replace(s)
}

// slack keeps signs from being read as links and calls.
func slack(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
