package mailer_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"

	"pitpost.example/lab"
)

// Digests look as they did when somebody last checked them, on a phone and on a desktop, in light and dark
// mode. Run with -update, and look at the files that it writes.
func TestLooksOfDigests(t *testing.T) {
	t.Parallel()
	mine := newMatch(t)
	for range 21 {
		mine.move()
	}
	shafts := newTable(t, "clonk", "bo", "cy")
	// Stop at the beginning of a turn, because the board must still be in the picture.
	for n, seat := 0, ""; n < 6 || shafts.table().Match.MidTurn(seat); n++ {
		shafts.move()
		_, _, seat = shafts.due()
	}
	for game, g := range map[string]*match{"saboteur": mine, "clonk": shafts} {
		no, step, _ := g.due()
		raw := g.letter("turn", no, step)
		if len(raw) > 150_000 {
			t.Errorf("%s: the letter has %d bytes", game, len(raw))
		}
		page, pictures := pageOf(t, raw)
		if size := len(page) + len(g.textOf("turn", no, step)); size > 60_000 {
			t.Errorf("%s: text and HTML have %d bytes", game, size)
		}
		if len(pictures) != 2 || strings.Count(page, "cid:") != 2 {
			t.Errorf("%s: the letter holds %d pictures and shows %d, want its board and its hand", game, len(pictures), strings.Count(page, "cid:"))
		}
		for cid, picture := range pictures {
			page = strings.ReplaceAll(page, "cid:"+cid, picture)
		}
		for _, width := range []int{390, 800} {
			for _, colours := range []string{"light", "dark"} {
				file := fmt.Sprintf("testdata/looks/%s-%d-%s.png", game, width, colours)
				looks(t, file, lab.Screenshot(t, page, width, 1600, colours == "dark"))
			}
		}
	}
}

// looks compares a page with its golden picture, and checks that nothing sticks out at the sides.
func looks(t *testing.T, file string, shot []byte) {
	t.Helper()
	lab.Resembles(t, file, shot, *update)
	got, err := png.Decode(bytes.NewReader(shot))
	lab.Check(t, err)
	ground := got.At(0, 0)
	for y := range got.Bounds().Dy() {
		for _, x := range []int{0, 1, got.Bounds().Dx() - 2, got.Bounds().Dx() - 1} {
			if got.At(x, y) != ground {
				t.Fatalf("%s: something sticks out at %d, %d", file, x, y)
			}
		}
	}
}

// pageOf returns the HTML of a letter, and its pictures as data URLs by their Content-ID.
func pageOf(t testing.TB, raw []byte) (page string, pictures map[string]string) {
	t.Helper()
	pictures = map[string]string{}
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	var walk func(kind string, header func(string) string, body io.Reader)
	walk = func(kind string, header func(string) string, body io.Reader) {
		media, params, err := mime.ParseMediaType(kind)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(media, "multipart/") {
			parts := multipart.NewReader(body, params["boundary"])
			for {
				part, err := parts.NextRawPart()
				if err == io.EOF {
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				walk(part.Header.Get("Content-Type"), part.Header.Get, part)
			}
		}
		switch header("Content-Transfer-Encoding") {
		case "quoted-printable":
			body = quotedprintable.NewReader(body)
		case "base64":
			body = base64.NewDecoder(base64.StdEncoding, body)
		}
		data, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		switch media {
		case "text/html":
			page = string(data)
		case "image/png":
			pictures[strings.Trim(header("Content-ID"), "<>")] = "data:image/png;base64," + base64.StdEncoding.EncodeToString(data)
		}
	}
	walk(msg.Header.Get("Content-Type"), msg.Header.Get, msg.Body)
	return page, pictures
}
