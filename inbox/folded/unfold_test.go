package folded

import (
	"strings"
	"testing"
)

const testdata = "../testdata"

// An answer with text and page is written whole, its quotes in their form and its rows as long as mail allows.
func TestUnfold(t *testing.T) {
	got, err := unfold("ana-en-top", strings.Join([]string{
		"%% answers saboteur-en-turn",
		"%% text",
		"3 C5 – a line that is longer than a row of quoted-printable may be, so it is cut",
		"",
		`%% digest 14-15 marked "> "`,
		"%% digest 14-15",
		"%% page",
		"<p>3 C5</p>",
		"%% digest 14-15 as rows",
		"%% digest 1-1 of its page",
		"",
	}, "\n"), testdata)
	if err != nil {
		t.Fatal(err)
	}
	d, err := readDigest(testdata, "saboteur-en-turn")
	if err != nil {
		t.Fatal(err)
	}
	const want = `From: Ana Perez <ana@example.com>
To: Saboteur with Bo <play+7k3m9x2q4w8e5r6t1y0p3a5s7d9f2g4h6jz@example.org>
Subject: Re: [#1 Saboteur] Your turn, Cy: round 1, move 14
Message-ID: <ana-en-top@mail.example.com>
In-Reply-To: <turn.pitpost@example.org>
References: <turn.pitpost@example.org>
Date: Sat, 21 Nov 2026 10:12:13 +0100
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="=_alt"

--=_alt
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

3 C5 =E2=80=93 a line that is longer than a row of quoted-printable may be,=
 so it is cut

> {14}
> {15}
{14}
{15}
--=_alt
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>3 C5</p>
{14}<br>
{15}<br>
{page}
--=_alt--
`
	filled := strings.NewReplacer("{14}", d.text[13], "{15}", d.text[14], "{page}", quotedPrintable(d.page[0])).Replace(want)
	if string(got) != filled {
		t.Errorf("%s\nwant\n%s", got, filled)
	}
}

// The oldest letter of ours is answered as it was then, under a number, with the line ends of mail and as one part.
func TestUnfoldTheOldest(t *testing.T) {
	got, err := unfold("gmail-xx-top", "%% forwards k3y as letter-7\n%% flowed\n%% digest 1-1 marked \"> \"\nlast", testdata)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Subject: Fwd: [#42 Saboteur] Your turn, Ana: round 2, move 17\r\n", "Message-ID: <letter-7@mail.example.com>\r\n",
		"References: <k3y.pitpost@example.org>\r\n", "Content-Type: text/plain; charset=utf-8; format=flowed\r\n", "\r\n\r\n> Your 3 C4 was laid, Ana.\r\nlast"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// Whoever folds a letter wrongly is told which line it is.
func TestUnfoldSaysWhatIsWrong(t *testing.T) {
	const head = "%% answers saboteur-en-turn\n%% text\n"
	for folded, want := range map[string]string{
		"3 C5":                                  `the first line says what it answers, not "3 C5"`,
		"%% answers saboteur-en-turn\n3 C5":     `"3 C5" stands above the first part`,
		"%% answers nothing":                    "nothing.eml: no such file",
		head + "%% digets":                      `"%% digets" says nothing that is known`,
		head + "%% digest 3-4000":               "there are lines 1-",
		head + "%% digest 4-3 of its page":      "there are lines 1-",
		head + "%% digest as a poem":            `"as a poem" is no form`,
		head + "%% digest 3-4 marked > ":        "invalid syntax",
		head + "%% digest 3-four marked \"> \"": "there are lines 1-",
	} {
		if _, err := unfold("ana", folded, testdata); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", folded, err, want)
		}
	}
}

func TestQuotedPrintable(t *testing.T) {
	row := strings.Repeat("x", 75)
	for text, want := range map[string]string{
		row + "y":          row + "y",
		row + "yz":         row + "=\nyz",
		row[:73] + "ä":     row[:73] + "=\n=C3=A4",
		row[:72] + "ä":     row[:72] + "=C3=\n=A4",
		row[:69] + "ä":     row[:69] + "=C3=A4",
		"a=b \nc\t\nd\x00": "a=3Db=20\nc=09\nd=00",
	} {
		if got := quotedPrintable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
