package web

import (
	"net/http"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// languages are those the pages speak, English first.
var languages = [...]string{"en", "de", "fr", "nl", "es", "it", "pt"}

// spoken is the first language of a browser's wishes that the pages speak; English for none.
func spoken(r *http.Request) string {
	header := r.Header.Get("Accept-Language")
	if len(header) > 500 {
		return languages[0]
	}
	wishes, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return languages[0]
	}
	for _, wish := range wishes {
		code, _, _ := strings.Cut(wish.String(), "-")
		if slices.Contains(languages[:], code) {
			return code
		}
	}
	return languages[0]
}
