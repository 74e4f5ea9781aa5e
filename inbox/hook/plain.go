package hook

import (
	"cmp"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"pitpost.example/inbox/intake"
)

// plainOld is how old a signature of ours may be: whoever tries again signs again.
const plainOld = 10 * time.Minute

// The headers of a signed POST. The signature is the hex HMAC-SHA256 of the time, the return
// address, the recipients as their header has them, the client and its name if one of them is
// given, and the body, all before it each with a line feed after it.
const (
	headerTime      = "X-Pitpost-Timestamp"
	headerSignature = "X-Pitpost-Signature"
	headerFrom      = "X-Envelope-From" // "" for a bounce
	headerTo        = "X-Envelope-To"   // parted by commas
	headerClient    = "X-Envelope-Client"
	headerHelo      = "X-Envelope-Helo"
)

// plain takes a raw letter from a program of the host's own: signed, or, where that is
// allowed, under a bearer's secret. It answers 422 for never and 503 for later.
func (h *Hooks) plain(name string, keys []string, bearer bool) provider {
	return provider{name: name, set: len(keys) > 0, types: []string{"message/rfc822"}, never: http.StatusUnprocessableEntity,
		knock: func(r *http.Request) error {
			if isBearer(r) && !(bearer && oneOf(keys, strings.TrimSpace(r.Header.Get("Authorization")[len("bearer "):]))) {
				return &refusal{http.StatusUnauthorized, "the bearer's secret is wrong"}
			}
			if !isBearer(r) && r.Header.Get(headerSignature) == "" {
				return errSignature
			}
			return nil
		},
		open: func(r *http.Request, body []byte) (*letter, error) {
			if !isBearer(r) {
				if err := h.plainSigned(r, keys, body); err != nil {
					return nil, err
				}
			}
			ip, _ := netip.ParseAddr(r.Header.Get(headerClient)) // invalid of a program that does not know who brought the letter
			return &letter{raw: body, from: plainFrom(r), to: plainTo(r), client: ip, helo: r.Header.Get(headerHelo)}, nil
		}}
}

func isBearer(r *http.Request) bool {
	return len(r.Header.Get("Authorization")) > 7 && strings.EqualFold(r.Header.Get("Authorization")[:7], "bearer ")
}

func (h *Hooks) plainSigned(r *http.Request, keys []string, body []byte) error {
	stamp, envelope := r.Header.Get(headerTime), r.Header.Get(headerFrom)+"\n"+r.Header.Get(headerTo)+"\n"
	if client, helo := r.Header.Get(headerClient), r.Header.Get(headerHelo); client+helo != "" {
		envelope += client + "\n" + helo + "\n"
	}
	if !signed(keys, r.Header.Get(headerSignature), []byte(stamp+"\n"+envelope), body) {
		return errSignature
	}
	return h.signedAt(stamp, plainOld)
}

func plainFrom(r *http.Request) string {
	values, given := r.Header[http.CanonicalHeaderKey(headerFrom)]
	if !given {
		return ""
	}
	return cmp.Or(strings.Trim(values[0], "<> "), intake.NullSender)
}

// plainTo is whom the letter was sent to, nil where only its headers say so.
func plainTo(r *http.Request) []string {
	text := r.Header.Get(headerTo)
	if text == "" && isBearer(r) { // what is not signed counts only for whom no signature is asked
		text = strings.Join(append(slices.Clone(r.Header.Values("X-Original-To")), r.URL.Query()["to"]...), ",")
	}
	var to []string
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one != "" {
			to = append(to, one)
		}
	}
	return to
}
