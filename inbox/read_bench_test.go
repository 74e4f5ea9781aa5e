package inbox

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	stdmime "mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkRead reads replies of 32 KB (parts, extraction and commands) in turn with the standard
// library, which only decodes every part. Each turn goes through all letters and starts after a garbage
// collection. Processor time is counted, with garbage collection, because other work on the machine
// disturbs it least. The ratio is our rate divided by the library's.
func BenchmarkRead(b *testing.B) {
	letters := slices.Repeat(replies(100), 4)
	size := 0
	for _, raw := range letters {
		size += len(raw)
	}
	b.SetBytes(int64(size))
	var ours, theirs share
	for b.Loop() {
		ours.add(b, func() {
			for i, raw := range letters {
				readReply(b, i, raw)
			}
		})
		theirs.add(b, func() {
			for _, raw := range letters {
				if err := decodeAll(raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	n := float64(b.N * len(letters))
	b.ReportMetric(n/ours.took.Seconds(), "letters/s")
	b.ReportMetric(n/theirs.took.Seconds(), "stdlib/s")
	b.ReportMetric(theirs.took.Seconds()/ours.took.Seconds(), "ratio")
	b.ReportMetric(float64(ours.bytes)/float64(b.N*size), "B/B")
	b.ReportMetric(float64(theirs.bytes)/float64(b.N*size), "stdlib-B/B")
}

func readReply(b *testing.B, i int, raw []byte) {
	l, err := ReadLetter(raw)
	if err != nil {
		b.Fatal(err)
	}
	if r := readWords(l); len(r.Commands) != 2 {
		b.Fatalf("letter %d keeps %q, disagreeing %q", i, l.Kept, l.Disagree)
	}
}

// share is what one of the two has used.
type share struct {
	took  time.Duration // of the processor
	bytes uint64        // allocated
}

func (s *share) add(b *testing.B, deed func()) {
	b.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	begun := used(b)
	deed()
	s.took += used(b) - begun
	runtime.ReadMemStats(&after)
	s.bytes += after.TotalAlloc - before.TotalAlloc
}

func used(b *testing.B) time.Duration {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// decodeAll decodes every part with the standard library.
func decodeAll(raw []byte) error {
	letter, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return decodePart(letter.Header.Get("Content-Type"), letter.Header.Get("Content-Transfer-Encoding"), letter.Body)
}

func decodePart(kind, encoding string, body io.Reader) error {
	if kind, params, err := stdmime.ParseMediaType(kind); err == nil && strings.HasPrefix(kind, "multipart/") {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			part, err := parts.NextRawPart()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if err := decodePart(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part); err != nil {
				return err
			}
		}
	}
	switch encoding {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	_, err := io.ReadAll(body)
	return err
}

// replies returns answers to digests of a match, 32 KB each. Of ten, eight quote the digest in text and
// HTML, one quotes its picture too, and one has a single part.
func replies(n int) [][]byte {
	letters := make([][]byte, n)
	for i := range letters {
		var b bytes.Buffer
		fmt.Fprintf(&b, "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\nFrom: Ana <ana@example.com>\r\nTo: play@example.org\r\n"+
			"Subject: Re: [#42 Saboteur] Your turn, Ana: round 2, move %d\r\nMessage-ID: <%d@example.com>\r\nIn-Reply-To: <k%d.pitpost@example.org>\r\n"+
			"Date: Mon, 3 Aug 2026 09:00:00 +0000\r\nMIME-Version: 1.0\r\n", i, i, i)
		switch i % 10 {
		case 8:
			withPicture(&b, i)
		case 9:
			b.WriteString("Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n")
			inLines(&b, base64.StdEncoding.EncodeToString([]byte(replyText(i, 23_000))))
		default:
			b.WriteString("Content-Type: multipart/alternative; boundary=\"==alt==\"\r\n\r\n")
			bothForms(&b, i, 11_000, 15_000)
		}
		letters[i] = b.Bytes()
	}
	return letters
}

// answer returns the sender's own words, in one of four styles.
func answer(i int) string {
	return fmt.Sprintf("3 C%d turned\r\nsay well dug, turn %d", i%9+1, i) + []string{"", "\r\n\r\n-- \r\nAna", "\r\n\r\nSent from my iPhone", "\r\n\r\nGet Outlook for Android"}[i%4]
}

func replyText(i, size int) string {
	quoted := ">" + strings.ReplaceAll("\n"+board(size), "\n", "\r\n> ")
	intro := "On Mon, Aug 3, 2026 at 8:00 AM Saboteur with Bo <play@example.org> wrote:\r\n"
	if i%4 == 1 {
		return intro + quoted + "\r\n\r\n" + answer(i) + "\r\n"
	}
	return answer(i) + "\r\n\r\n" + intro + quoted + "\r\n"
}

func replyPage(i, size int) string {
	page := "<html><head><style>p{margin:0}</style></head><body>"
	said := `<div dir="ltr">` + strings.ReplaceAll(strings.ReplaceAll(answer(i), "-- \r\nAna", `<div class="gmail_signature">Ana</div>`), "\r\n", "<br>\r\n") + "</div>"
	quote := `<div class="gmail_quote"><div class="gmail_attr">On Mon, Aug 3, 2026 at 8:00 AM Saboteur with Bo &lt;play@example.org&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc">`
	rows := strings.ReplaceAll(board(size), "\n", "</td></tr>\r\n<tr><td style=\"padding:2px\" align=\"left\">")
	quote += "<table><tr><td>" + rows + "</td></tr></table></blockquote></div>"
	if i%4 == 1 {
		said, quote = quote, said
	}
	return page + said + quote + "</body></html>"
}

// board returns about size bytes of a digest.
func board(size int) string {
	lines := []string{
		"Bo laid a path on C4 and drew a card. Two cards are left before each of you.",
		"    A  B  C  D  E  F  G  H  I", "1   .  .  =  +  .  .  .  .  ?", "3   S  =  +  =  -  .  .  .  ?",
		"1 path, straight - 1 B3, 1 B3 turned, 1 D4", "2 broken lantern - 2 Bo, 2 Cy", "You have until Tuesday, 4 August, 17:00 (Madrid).", "",
		"Élan: “stone” was seen at I3 – or so Cy says.",
	}
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "%s\n", lines[i%len(lines)])
	}
	return b.String()
}

func bothForms(b *bytes.Buffer, i, text, page int) {
	for _, form := range [][2]string{{"plain", replyText(i, text)}, {"html", replyPage(i, page/2)}} {
		fmt.Fprintf(b, "--==alt==\r\nContent-Type: text/%s; charset=\"UTF-8\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n", form[0])
		w := quotedprintable.NewWriter(b)
		_, _ = io.WriteString(w, form[1])
		_ = w.Close()
		b.WriteString("\r\n")
	}
	b.WriteString("--==alt==--\r\n")
}

func withPicture(b *bytes.Buffer, i int) {
	b.WriteString("Content-Type: multipart/related; boundary=\"==rel==\"\r\n\r\n--==rel==\r\nContent-Type: multipart/alternative; boundary=\"==alt==\"\r\n\r\n")
	bothForms(b, i, 4000, 4000)
	b.WriteString("--==rel==\r\nContent-Type: image/png\r\nContent-ID: <board>\r\nContent-Transfer-Encoding: base64\r\n\r\n")
	inLines(b, base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("\x89PNG and so on"), 1100)))
	b.WriteString("--==rel==--\r\n")
}

func inLines(b *bytes.Buffer, text string) {
	for len(text) > 76 {
		b.WriteString(text[:76] + "\r\n")
		text = text[76:]
	}
	b.WriteString(text + "\r\n")
}
