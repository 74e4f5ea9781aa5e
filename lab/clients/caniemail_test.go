package clients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"pitpost.example/lab"
)

// programs lists the mail programs that must show letters completely, by their names at caniemail.com.
var programs = strings.Fields(`
	apple-mail.ios apple-mail.macos
	gmail.android gmail.desktop-webmail gmail.ios gmail.mobile-webmail
	gmx.android gmx.desktop-webmail gmx.ios
	outlook.android outlook.ios outlook.macos outlook.outlook-com outlook.windows outlook.windows-mail
	thunderbird.macos thunderbird.windows
	yahoo.android yahoo.desktop-webmail yahoo.ios`)

// missed lists features that letters use although some programs do not support them, or only partly, with what
// readers then see instead.
var missed = map[string]string{
	"<body> element":        "a program puts its own in its place; the table in it has the same ground and margin",
	"<style> element":       "it holds the dark colours, and the frames of answers and rows: they are then plain links, one below the other, and rows without lines",
	"Class selector":        "the same",
	"@media":                "it asks for the dark colours alone, by a query without nesting or height",
	"color-scheme meta tag": "without it a program shows the light colours, or turns them round by itself, which is tried here too",
	"role attribute":        "a table is then read out as one, which costs a few words",
	"aria-label attribute":  "an answer is then read out as its command",
	"lang attribute":        "the head of each part names its language too",
	"border-radius":         "corners are square then",
	"overflow":              "a board in characters is for those who asked for no pictures: it is then as wide as it is",
	"overflow-wrap":         "word-break says the same to those that lack it",
	"word-break":            "overflow-wrap says the same to those that lack it; only a seal is so long a word",
	"white-space":           "keeps a seat's name in one line; it is broken then",
	"max-width":             "a sheet is then as wide as the window, and a picture as its attribute says",
	"min-width property":    "a short answer has a narrower key then",
	"height property":       "a picture is then as high as its attribute says",
	"width property":        "a picture is then as wide as its attribute says",
	"width attribute":       "a picture has its size in pixels, and no percentage",
	"height attribute":      "a picture has its size in pixels, and no percentage",
	"<img> element":         "each picture has a size and an alt text, and the board stands in words behind it",
	"padding":               "an answer's frame is then narrow, and a dot stands between them",
	"margin":                "none is negative or automatic; without, paragraphs stand as far apart as the program has them",
	"border":                "a line beside words or over the foot is then missing, and their colour is not",
	"display":               "answers are inline anyway; as blocks they only have more room",
	"letter-spacing":        "headings are spaced a little less then",
	"line-height":           "lines stand as far apart as the program has them",
	"font-size":             "all are in pixels, which all programs know",
	"font-weight":           "all are bold or not, and no number",
	"list-style":            "no list has a picture; without, a dot stands before each answer",
	"background":            "all are plain colours, by background-color",
	"background-color":      "no colour has a name",
	"<ul>, <ol> and <dl>":   "lists are not numbered",
	"text-align":            "it centres words in a key",
	"text-decoration":       "a link is underlined then",
	"text-transform":        "headings are written as they are then",
	"align attribute":       "the sheet lies at the left then",
	"cellpadding attribute": "the class of each cell says it too",
	"cellspacing attribute": "cells without a gap are a matter of looks",
	"mailto: links":         "none has a bcc",
}

// Letters only use features that their readers' mail programs support, except those listed with a reason.
func TestLettersUseWhatMailProgramsHave(t *testing.T) {
	t.Parallel()
	type page struct {
		Name string `json:"name"`
		HTML string `json:"html"`
	}
	ask := struct {
		Programs []string `json:"programs"`
		Letters  []page   `json:"letters"`
	}{Programs: programs}
	for _, l := range letters(t) {
		ask.Letters = append(ask.Letters, page{l.name, l.bare})
	}
	// A feature that no program on Windows supports must be reported; otherwise the table was not used.
	ask.Letters = append(ask.Letters, page{"probe", `<p style="display:flex">`})
	in, err := json.Marshal(ask)
	lab.Check(t, err)
	cmd := exec.CommandContext(t.Context(), "node", "caniemail.mjs")
	var complaints bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("caniemail, which make setup fetches from npm: %v\n%s", err, complaints.String())
	}
	var found []struct {
		Letter, Program, Lacks string
		Partly                 bool
		Notes                  []string
	}
	lab.Check(t, json.Unmarshal(out, &found))
	used, probed := map[string]bool{}, false
	told := map[string]bool{}
	for _, f := range found {
		used[f.Lacks] = true
		if f.Letter == "probe" {
			probed = probed || f.Lacks == "display:flex" && f.Program == "outlook.windows" && !f.Partly
			continue
		}
		how := "lacks"
		if f.Partly {
			how = "has a part of"
		}
		if what := fmt.Sprintf("%s %s %s", f.Program, how, f.Lacks); missed[f.Lacks] == "" && !told[what] {
			told[what] = true
			t.Errorf("%s, which %s uses: %s", what, f.Letter, strings.Join(f.Notes, " "))
		}
	}
	if !probed {
		t.Error("the table was not asked: it knows no fault of display:flex")
	}
	for lacks := range missed {
		if !used[lacks] {
			t.Errorf("no letter uses %s any more, or no program lacks it: take it off the list", lacks)
		}
	}
	if !slices.IsSorted(programs) {
		t.Error("the programs stand in no order")
	}
}
