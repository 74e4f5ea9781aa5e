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

// plainOld is how old one of our own signatures may be. Programs that try again sign again.
const plainOld = 10 * time.Minute

// The headers of a signed POST. The signature is a hex HMAC-SHA256. It covers the time, the return address,
// the recipients as in the header, and client and HELO name if one of them is given, each followed by a line
// feed, and then the body.
const (
	headerTime      = "X-Pitpost-Timestamp"
	headerSignature = "X-Pitpost-Signature"
	headerFrom      = "X-Envelope-From" // "" for a bounce
	headerTo        = "X-Envelope-To"   // separated by commas
	headerClient    = "X-Envelope-Client"
	headerHelo      = "X-Envelope-Helo"
)

// plain takes a raw letter from a program of the host's own. The request is signed or, if bearer is true, may
// have the secret as a bearer token instead. The answers are 422 for never and 503 for later.
func (h *Hooks) plain(name string, keys []string, bearer bool) provider {
	return provider{name: name, set: len(keys) > 0, types: []string{"message/rfc822"}, never: http.StatusUnprocessableEntity,
		precheck: func(r *http.Request) error {
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
			ip, _ := netip.ParseAddr(r.Header.Get(headerClient)) // stays invalid if the program does not know the client
			return &letter{raw: body, Envelope: intake.Envelope{From: plainFrom(r), To: plainTo(r), Client: ip, Helo: r.Header.Get(headerHelo)}}, nil
		}}
}

func isBearer(r *http.Request) bool {
	return len(r.Header.Get("Authorization")) > 7 && strings.EqualFold(r.Header.Get("Authorization")[:7], "bearer ")
}

func (h *Hooks) plainSigned(r *http.Request, keys []string, body []byte) error {
	stamp, envelope := r.Header.Get(headerTime), r.Header.Get(headerFrom)+"\n"+r.Header.Get(headerTo)+"\n"
	if client, helo := r.Header.Get(headerClient), r.Header.Get(headerHelo); client+helo != "" {
		// The first two rows of a letter, cut off and sent as these, would have the same signature.
		if _, err := netip.ParseAddr(client); client != "" && err != nil || strings.ContainsAny(helo, " \t") {
			return errSignature
		}
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

// plainTo returns the recipients, or nil if only the letter's headers tell them.
func plainTo(r *http.Request) []string {
	text := r.Header.Get(headerTo)
	if text == "" && isBearer(r) { // these are not covered by a signature, so they count only if none is required
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
