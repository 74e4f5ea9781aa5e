package render

// The pieces of a letter's page that are always the same.
const (
	htmlHead = `">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
`
	htmlStyle = `
<style>
@media (prefers-color-scheme: dark) {
  .ground { background: #1d1a17 !important; }
  .sheet { background: #2a2622 !important; color: #ece4d8 !important; }
  .sheet h2, .sheet .head { color: #e2b34c !important; }
  .faint { color: #b3a797 !important; }
  .quote { border-color: #6a5f50 !important; color: #d8cdbd !important; }
  .cell { border-color: #4a4238 !important; }
  .key { background: #3a342c !important; color: #f3e7cf !important; border-color: #6a5f50 !important; }
  .fixed { background: #211e1a !important; color: #d8cdbd !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#efe9df;">
`
	htmlSheet = `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:12px 6px;">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:640px;background:#fffdf8;color:#2b2520;border-radius:8px;font-family:Georgia,'Times New Roman',serif;font-size:16px;line-height:1.45;"><tr><td style="overflow-wrap:anywhere;word-break:break-word;padding:16px 18px 10px 18px;">`
)

// lineTags are what stands before and behind a line of a kind.
func lineTags(kind Weight) (before, behind string) {
	switch kind {
	case Quote:
		return "\n" + `<p class="quote" style="margin:4px 0;padding:0 0 0 10px;border-left:3px solid #cfc3b0;color:#5b5147;">`, "</p>"
	case Refused:
		return "\n" + `<p style="margin:4px 0;"><b>&#10007;</b> `, "</p>"
	case Done:
		return "\n" + `<p style="margin:4px 0;"><b>&#10003;</b> `, "</p>"
	case Strong:
		return "\n" + `<p style="margin:6px 0;"><b>`, "</b></p>"
	case Faint:
		return "\n" + `<p class="faint" style="margin:4px 0;font-size:14px;color:#6d6257;">`, "</p>"
	}
	return "\n" + `<p style="margin:4px 0;">`, "</p>"
}

func (h *htmlWriter) section(s *Section, cid string) {
	if s.Title != "" {
		h.with("\n"+`<h2 style="margin:18px 0 6px 0;font-size:15px;line-height:1.3;letter-spacing:.04em;text-transform:uppercase;color:#8a5a12;">`, s.Title, "</h2>")
	}
	for _, l := range s.Lines {
		if l.Kind == PageLink {
			h.with("\n"+`<p class="page" style="margin:6px 0;"><a class="key" href="`, l.Link, `" style="display:inline-block;padding:5px 9px;border:1px solid #d8c9ae;border-radius:6px;background:#f7efdf;color:#5d3c08;text-decoration:none;font-size:14px;">`)
			h.with("", l.Text, "</a></p>")
			continue
		}
		before, behind := lineTags(l.Kind)
		h.with(before, l.Text, behind)
	}
	h.board(s, cid)
	h.table(s.Table)
	for _, c := range s.Choices {
		h.add("\n" + `<p style="margin:4px 0;">`)
		if c.Head != "" {
			h.with("<b>", c.Head, "</b> ")
		}
		h.keys(c.Commands)
		h.add("</p>")
	}
}

// board prints the picture, or the board in characters where there is none.
func (h *htmlWriter) board(s *Section, cid string) {
	switch {
	case s.Picture:
		h.with("\n"+`<p style="margin:8px 0;"><img src="cid:`, cid, `" alt="`)
		h.with("", s.Alt, `" style="display:block;width:100%;max-width:604px;height:auto;border:0;border-radius:6px;"></p>`)
	case len(s.Board) > 0:
		h.add("\n" + `<pre class="fixed" style="margin:8px 0;padding:8px;overflow-x:auto;background:#f4eee3;border-radius:6px;font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:11px;line-height:1.2;">`)
		for _, row := range s.Board {
			h.with("", row, "\n")
		}
		h.add("</pre>")
	}
}

func (h *htmlWriter) table(rows []Row) {
	if len(rows) == 0 {
		return
	}
	h.add("\n" + `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0;">`)
	for _, r := range rows {
		h.with("\n<tr>\n"+`<td class="cell head" valign="top" style="padding:5px 8px 5px 0;border-top:1px solid #e4dac9;font-weight:bold;color:#8a5a12;white-space:nowrap;">`, r.Head,
			"</td>\n"+`<td class="cell" valign="top" width="100%" style="padding:5px 0;border-top:1px solid #e4dac9;">`)
		switch {
		case r.Name == "":
			h.text(r.Text)
		case r.Text == "":
			h.with("<b>", r.Name, "</b>")
		default:
			h.with("<b>", r.Name, "</b>")
			h.with(` <span class="faint" style="color:#6d6257;">`, r.Text, "</span>")
		}
		if len(r.Commands) > 0 {
			h.add("<br>")
			h.keys(r.Commands)
		}
		h.add("</td>\n</tr>")
	}
	h.add("\n</table>")
}

// keys prints commands as links, each of which opens a ready answer.
func (h *htmlWriter) keys(commands []Command) {
	for _, c := range commands {
		h.with(`<a class="key" href="`, c.Link, `" style="display:inline-block;margin:4px 5px 2px 0;padding:5px 9px;border:1px solid #d8c9ae;border-radius:6px;background:#f7efdf;color:#5d3c08;text-decoration:none;font-family:Consolas,Menlo,monospace;font-size:14px;">`)
		h.with("", c.Text, "</a>")
	}
}

func (h *htmlWriter) foot(lines []string) {
	if len(lines) == 0 {
		return
	}
	h.add("\n" + `<p class="faint cell" style="margin:18px 0 6px 0;padding-top:8px;border-top:1px solid #e4dac9;font-size:13px;color:#6d6257;">`)
	for i, l := range lines {
		if i > 0 {
			h.add("<br>")
		}
		h.text(l)
	}
	h.add("</p>")
}
