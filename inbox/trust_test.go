package inbox

import "testing"

func TestJudge(t *testing.T) {
	const us = "mx.example.org"
	for name, c := range map[string]struct {
		headers []string
		from    string
		want    Trust
	}{
		"none":                 {nil, "ana@example.com", Unproved},
		"pass":                 {[]string{"mx.example.org; dmarc=pass header.from=example.com"}, "ana@example.com", Proved},
		"upper case":           {[]string{"MX.Example.ORG; DMARC=Pass Header.From=Example.COM"}, "ana@example.com", Proved},
		"organisation":         {[]string{"mx.example.org; dmarc=pass header.from=mail.example.com"}, "ana@news.example.com", Proved},
		"another organisation": {[]string{"mx.example.org; dmarc=pass header.from=evil.example"}, "ana@example.com", Unproved},
		"hosts of one suffix":  {[]string{"mx.example.org; dmarc=pass header.from=bo.github.io"}, "ana@ana.github.io", Unproved},
		"pass for nobody":      {[]string{"mx.example.org; dmarc=pass"}, "ana@example.com", Unproved},
		"no sender":            {[]string{"mx.example.org; dmarc=pass header.from=example.com"}, "", Unproved},
		"fail":                 {[]string{"mx.example.org; spf=pass smtp.mailfrom=x; dmarc=fail header.from=example.com"}, "ana@example.com", Failed},
		"fail beside pass":     {[]string{"mx.example.org; dmarc=pass header.from=example.com; dmarc=fail"}, "ana@example.com", Failed},
		"another server":       {[]string{"mx.evil.example; dmarc=pass header.from=example.com"}, "ana@example.com", Unproved},
		"server named after":   {[]string{"mx.example.org.evil.example; dmarc=pass header.from=example.com"}, "ana@example.com", Unproved},
		"forged below": {[]string{"mx.example.org; dmarc=fail header.from=example.com", "mx.example.org; dmarc=pass header.from=example.com"},
			"ana@example.com", Failed},
		"forged above by another": {[]string{"evil.example; dmarc=pass header.from=example.com", "mx.example.org; dmarc=fail header.from=example.com"},
			"ana@example.com", Failed},
		"comment": {[]string{"mx.example.org; spf=none (said ; dmarc=pass header.from=example.com ) smtp.helo=x"}, "ana@example.com", Unproved},
		"nested comment with escapes": {[]string{`mx.example.org; spf=none (a (b \) ; dmarc=pass header.from=example.com) c) smtp.helo=x`},
			"ana@example.com", Unproved},
		"quoted local part": {[]string{`mx.example.org; spf=none smtp.mailfrom="a; dmarc=pass header.from=example.com"@evil.example`}, "ana@example.com", Unproved},
		"quoted reason":     {[]string{`mx.example.org; spf=none reason="; dmarc=pass header.from=example.com;"`}, "ana@example.com", Unproved},
		"escaped quote":     {[]string{`mx.example.org; spf=none reason="\"; dmarc=pass header.from=example.com; x=\""`}, "ana@example.com", Unproved},
		"open comment":      {[]string{"mx.example.org; dmarc=pass header.from=example.com; spf=none (open"}, "ana@example.com", Unproved},
		"open quote":        {[]string{`mx.example.org; dmarc=pass header.from=example.com; spf=none reason="open`}, "ana@example.com", Unproved},
		"blanks and comments": {[]string{"(first) mx.example.org (v) 1 ; dmarc (x) = (y) pass (p=none dis=none) header . from = example.com"},
			"ana@example.com", Unproved},
		"blanks round equals":   {[]string{"(first) mx.example.org 1 ; dmarc (x) = (y) pass (p=none) header.from = example.com;"}, "ana@example.com", Proved},
		"another version":       {[]string{"mx.example.org 2; dmarc=pass header.from=example.com"}, "ana@example.com", Unproved},
		"no result":             {[]string{"mx.example.org; none"}, "ana@example.com", Unproved},
		"Microsoft's":           {[]string{"spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dmarc=pass action=none header.from=example.com;compauth=pass"}, "ana@example.com", Unproved},
		"bestguesspass":         {[]string{"mx.example.org; dmarc=bestguesspass header.from=example.com"}, "ana@example.com", Unproved},
		"spf fails":             {[]string{"mx.example.org; spf=fail smtp.mailfrom=example.com"}, "ana@example.com", Failed},
		"spf soft":              {[]string{"mx.example.org; spf=softfail smtp.mailfrom=example.com"}, "ana@example.com", Unproved},
		"spf fails, signed":     {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dkim=pass header.d=mail.example.com"}, "ana@example.com", Unproved},
		"spf fails, signed i":   {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dkim=pass header.i=@example.com"}, "ana@example.com", Unproved},
		"spf fails, by another": {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dkim=pass header.d=evil.example"}, "ana@example.com", Failed},
		"spf fails, dmarc none": {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dmarc=none header.from=example.com"}, "ana@example.com", Failed},
		"signature alone":       {[]string{"mx.example.org; dkim=pass header.d=example.com"}, "ana@example.com", Unproved},
		"Gmail's": {[]string{`mx.example.org; dkim=pass header.i=@example.com header.s=20230601 header.b="aB/c+d="; spf=pass (mx.example.org: domain of ana@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=ana@example.com; dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.com; dara=neutral header.i=@example.org`},
			"ana@example.com", Proved},
		"international": {[]string{"mx.example.org; dmarc=pass header.from=b\u00fccher.example"}, "ana@xn--bcher-kva.example", Proved},
	} {
		if got := Judge(c.headers, us, c.from); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if got := Judge(c.headers, "", c.from); got != Unproved {
			t.Errorf("%s: %s although no server vouches", name, got)
		}
	}
}

func FuzzJudge(f *testing.F) {
	f.Add(`mx.example.org; dkim=pass (a (b\)) c) header.i="x;y"@example.com; dmarc=fail`)
	f.Add(`mx.example.org 1; none`)
	f.Fuzz(func(t *testing.T, value string) {
		// Whatever a sender gets into a comment or a quoted string, no pass comes of it.
		r, err := parseResults("mx.example.org; spf=none (" + escape(value) + `) smtp.mailfrom="` + escape(value) + `"@evil.example`)
		if err != nil || len(r.methods) != 1 {
			t.Fatalf("%d results, %v", len(r.methods), err)
		}
		parseResults(value)
	})
}

// escape is what a server does to a sender's words before it quotes them.
func escape(s string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '"' || s[i] == '\\' || s[i] == '(' || s[i] == ')' {
			out = append(out, '\\')
		}
		out = append(out, s[i])
	}
	return string(out)
}
