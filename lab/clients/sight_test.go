package clients

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"

	"pitpost.example/lab"
)

const tall = 60 // pixels of one piece

// A browser shows what inbox/reply says that a reader sees: without the words, there are fewer marks on the screen.
func TestAReaderSeesWhatIsSaidToBeSeen(t *testing.T) {
	t.Parallel()
	var pieces [][2]string
	frames := ""
	for line := range strings.Lines(string(lab.Must(os.ReadFile("../../inbox/reply/testdata/sight.txt"))(t))) {
		if verdict, page, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
			frames += fmt.Sprintf(`<iframe srcdoc="%s" style="position:absolute;border:0;left:0;top:%dpx;width:500px;height:%dpx"></iframe>`, html.EscapeString(page), tall*len(pieces), tall)
			pieces = append(pieces, [2]string{verdict, page})
		}
	}
	b := lab.OpenBrowser(t, 500, tall*len(pieces), false)
	b.Open("file://" + lab.File(t, "pieces.html", "<!doctype html><body>"+frames))
	shown := decoded(t, b.Screenshot())
	b.Eval(`[...document.querySelectorAll("iframe")].forEach(({contentDocument: d}) => {
		const walk = d.createTreeWalker(d.body, NodeFilter.SHOW_TEXT), texts = [];
		while (walk.nextNode()) if (walk.currentNode.data.includes("3 C5")) texts.push(walk.currentNode);
		for (const text of texts) {
			const cover = d.createElement("x-x");
			cover.style.setProperty("visibility", "hidden", "important");
			text.replaceWith(cover);
			cover.append(text);
		}
	})`)
	covered := decoded(t, b.Screenshot())
	for i, piece := range pieces {
		marks := 0
		for y := i * tall; y < (i+1)*tall; y++ {
			for x := range 500 {
				if apart(shown, covered, x, y) > 10 {
					marks++
				}
			}
		}
		if (marks > 40) != (piece[0] == "seen") {
			t.Errorf("%s is %s, but leaves %d marks", piece[1], piece[0], marks)
		}
	}
}

func decoded(t *testing.T, shot []byte) image.Image {
	t.Helper()
	return lab.Must(png.Decode(bytes.NewReader(shot)))(t)
}

// apart returns the greatest difference of two pictures in one place, of 255.
func apart(a, b image.Image, x, y int) int {
	r, g, bl, _ := a.At(x, y).RGBA()
	r2, g2, b2, _ := b.At(x, y).RGBA()
	most := 0
	for _, pair := range [...][2]uint32{{r, r2}, {g, g2}, {bl, b2}} {
		most = max(most, int(max(pair[0], pair[1])-min(pair[0], pair[1]))>>8)
	}
	return most
}
