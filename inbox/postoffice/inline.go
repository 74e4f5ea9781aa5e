package postoffice

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// maxInlined bounds the page that one letter can make by naming its pictures many times.
const maxInlined = 20 << 20

// inline puts the pictures a letter carries with it into its HTML, where they are named by
// cid: links. Nothing else is changed.
func inline(page string, pictures map[string]Attachment) string {
	if len(pictures) == 0 || !strings.Contains(strings.ToLower(page), "cid:") {
		return page
	}
	var b bytes.Buffer
	in := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := in.Next()
		if kind == html.ErrorToken {
			return b.String()
		}
		raw := slices.Clone(in.Raw())
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			if token := in.Token(); token.Data == "img" && b.Len() < maxInlined && show(&token, pictures) {
				raw = []byte(token.String())
			}
		}
		b.Write(raw)
	}
}

// show replaces the cid: links of one tag and reports whether there were any.
func show(token *html.Token, pictures map[string]Attachment) (changed bool) {
	for i, attr := range token.Attr {
		scheme, id, _ := strings.Cut(strings.TrimSpace(attr.Val), ":")
		if attr.Key != "src" || !strings.EqualFold(scheme, "cid") {
			continue
		}
		picture, ok := pictures[id]
		if plain, err := url.PathUnescape(id); !ok && err == nil {
			picture, ok = pictures[plain]
		}
		if ok {
			token.Attr[i].Val = "data:" + picture.Type + ";base64," + base64.StdEncoding.EncodeToString(picture.Data)
			changed = true
		}
	}
	return changed
}
