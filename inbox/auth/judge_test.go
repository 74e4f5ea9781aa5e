package auth

import (
	"strings"
	"testing"
)

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
		"spf fails, signed":     {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dkim=pass header.d=mail.example.com"}, "ana@example.com", Proved},
		"spf fails, signed i":   {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dkim=pass header.i=@example.com"}, "ana@example.com", Proved},
		"spf fails, by another": {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dkim=pass header.d=evil.example"}, "ana@example.com", Failed},
		"spf fails, dmarc none": {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dmarc=none header.from=example.com"}, "ana@example.com", Failed},
		"signature alone":       {[]string{"mx.example.org; dkim=pass header.d=example.com"}, "ana@example.com", Proved},
		"Gmail's": {[]string{`mx.example.org; dkim=pass header.i=@example.com header.s=20230601 header.b="aB/c+d="; spf=pass (mx.example.org: domain of ana@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=ana@example.com; dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.com; dara=neutral header.i=@example.org`},
			"ana@example.com", Proved},
		"two that disagree":      {[]string{"mx.example.org; dmarc=none; dmarc=pass header.from=example.com"}, "ana@example.com", Unproved},
		"two that agree":         {[]string{"mx.example.org; dmarc=pass header.from=example.com; dmarc=pass header.from=example.com"}, "ana@example.com", Proved},
		"cannot be had for now":  {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dmarc=temperror header.from=example.com"}, "ana@example.com", Unproved},
		"broken policy":          {[]string{"mx.example.org; spf=fail smtp.mailfrom=x; dmarc=permerror header.from=example.com"}, "ana@example.com", Failed},
		"passes by another name": {[]string{"mx.example.org; dmarc=pass header.from=evil.example header.from=example.com"}, "ana@example.com", Unproved},
		"the same name twice":    {[]string{"mx.example.org; dmarc=pass header.from=example.com header.from=example.com"}, "ana@example.com", Proved},
		"method with a version":  {[]string{"mx.example.org; dmarc/1=pass header.from=example.com"}, "ana@example.com", Proved},
		"words of a chain":       {[]string{"mx.example.org; arc=pass (i=1 spf=pass dmarc=pass fromdomain=example.com); iprev=pass policy.iprev=192.0.2.1; dmarc=none"}, "ana@example.com", Unproved},
		"chain word outside":     {[]string{"mx.example.org; arc=pass arc.chain=example.com:dmarc=pass; spf=none"}, "ana@example.com", Unproved},
		"return address with =":  {[]string{"mx.example.org; spf=pass smtp.mailfrom=prvs=12ab=ana@example.com; dmarc=pass header.from=example.com"}, "ana@example.com", Proved},
		"return address with ;":  {[]string{"mx.example.org; spf=pass smtp.mailfrom=a;dmarc=pass@evil.example"}, "ana@example.com", Unproved},
		"a lone parenthesis":     {[]string{"mx.example.org; spf=none smtp.helo=a); dmarc=pass header.from=example.com"}, "ana@example.com", Unproved},
		"a NUL":                  {[]string{"mx.example.org; spf=none smtp.helo=a\x00; dmarc=pass header.from=example.com"}, "ana@example.com", Unproved},
		"too long, a short one below": {[]string{"mx.example.org; spf=none (" + strings.Repeat("x", maxResults) + ")", "mx.example.org; dmarc=pass header.from=example.com"},
			"ana@example.com", Unproved},
		"broken, a whole one below": {[]string{"mx.example.org; spf", "mx.example.org; dmarc=pass header.from=example.com"}, "ana@example.com", Unproved},
		"id in a comment":           {[]string{"(mx.example.org;) evil.example; dmarc=pass header.from=example.com"}, "ana@example.com", Unproved},
		"id quoted":                 {[]string{`"mx.example.org"; dmarc=pass header.from=example.com`}, "ana@example.com", Proved},
		"international":             {[]string{"mx.example.org; dmarc=pass header.from=b\u00fccher.example"}, "ana@xn--bcher-kva.example", Proved},
	} {
		if got := JudgeTrust(c.headers, us, c.from); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if got := JudgeTrust(c.headers, "", c.from); got != Unproved {
			t.Errorf("%s: %s although no server vouches", name, got)
		}
	}
}

// TestJudgeByProvider parses headers in the form in which large providers write them.
func TestJudgeByProvider(t *testing.T) {
	fastmail := []string{
		"mx4.messagingengine.com; x-csa=none; x-me-sender=none; x-ptr=pass smtp.helo=mail.example.com policy.ptr=mail.example.com",
		"mx4.messagingengine.com; bimi=none (Domain is not BIMI enabled)",
		"mx4.messagingengine.com; arc=none (no signatures found)",
		"mx4.messagingengine.com; dkim=pass (2048-bit rsa key sha256) header.d=example.com header.i=@example.com header.b=aqzmU+Jn header.a=rsa-sha256 header.s=one x-bits=2048; " +
			"dmarc=pass policy.published-domain-policy=none policy.applied-disposition=none (p=none,sp=quarantine,d=none,d.eval=none) policy.policy-from=p header.from=example.com; " +
			"iprev=pass smtp.remote-ip=192.0.2.46 (mail.example.com); spf=pass smtp.mailfrom=ana@example.com smtp.helo=mail.example.com",
	}
	proton := []string{
		"mail.protonmail.ch; dmarc=fail (p=none dis=none) header.from=example.com", "mail.protonmail.ch; spf=pass smtp.mailfrom=evil.example",
		"mail.protonmail.ch; arc=none smtp.remote-ip=192.0.2.7", "mail.protonmail.ch; dkim=none",
	}
	microsoft := "spf=pass (sender IP is 192.0.2.43) smtp.mailfrom=example.com; dkim=pass (signature was verified) header.d=example.com;" +
		"dmarc=pass action=none header.from=example.com;compauth=pass reason=100"
	const forged = "mx.example.org; dmarc=pass header.from=example.com"
	for name, c := range map[string]struct {
		setting string
		headers []string
		want    Trust
	}{
		"Gmail": {"gmail", []string{`mx.google.com; dkim=pass header.i=@example.com header.s=20230601 header.b="aB/c+d="; arc=pass (i=1 spf=pass spfdomain=example.com); ` +
			`spf=pass (google.com: domain of ana@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=ana@example.com; ` +
			`dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.com; dara=neutral header.i=@example.org`}, Proved},
		"Gmail, fail":            {"gmail", []string{"mx.google.com; spf=softfail smtp.mailfrom=evil.example; dmarc=fail (p=REJECT sp=REJECT dis=QUARANTINE) header.from=example.com"}, Failed},
		"Gmail, forged below":    {"gmail", []string{"mx.google.com; spf=none smtp.mailfrom=evil.example", "mx.google.com; dmarc=pass header.from=example.com"}, Unproved},
		"Fastmail":               {"fastmail", fastmail, Proved},
		"Fastmail, of another":   {"*.messagingengine.com", fastmail, Unproved},
		"Fastmail, forged below": {"fastmail", []string{fastmail[0], "mx4.messagingengine.com; dmarc=none (no policy) header.from=example.com; spf=none", fastmail[3]}, Unproved},
		"Fastmail, forged name":  {"fastmail", []string{"mx4.messagingengine.com.evil.example; dmarc=pass header.from=example.com"}, Unproved},
		"Fastmail, name alone":   {"fastmail", []string{"evilmessagingengine.com; dmarc=pass header.from=example.com"}, Unproved},
		"Proton":                 {"proton", []string{"mailin024.protonmail.ch; dmarc=pass (p=none dis=none) header.from=example.com"}, Proved},
		"Proton, fail":           {"proton", proton, Failed},
		"Yahoo": {"yahoo", []string{"atlas306.free.mail.ne1.yahoo.com; dkim=pass header.i=@example.com header.s=one; spf=pass smtp.mailfrom=example.com; " +
			"dmarc=pass(p=REJECT,sp=REJECT) header.from=example.com;"}, Proved},
		"Yahoo, old":            {"yahoo", []string{"mta1019.mail.gq1.yahoo.com from=example.com; domainkeys=neutral (no sig); from=example.com; dkim=pass (ok)"}, Unproved},
		"Microsoft":             {"microsoft", []string{microsoft}, Proved},
		"Microsoft, fail":       {"microsoft", []string{strings.Replace(microsoft, "dmarc=pass action=none", "dmarc=fail action=quarantine", 1)}, Failed},
		"Microsoft, no policy":  {"microsoft", []string{"spf=none (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dkim=none (message not signed) header.d=none;dmarc=none action=none header.from=example.com;"}, Unproved},
		"Microsoft, best guess": {"microsoft", []string{strings.Replace(microsoft, "dmarc=pass", "dmarc=bestguesspass", 1)}, Unproved},
		"Microsoft, signed":     {"microsoft", []string{strings.Replace(microsoft, "dmarc=pass", "dmarc=none", 1)}, Proved},
		"Microsoft, forged":     {"microsoft", []string{strings.NewReplacer("dmarc=pass", "dmarc=none", "dkim=pass", "dkim=none").Replace(microsoft), microsoft}, Unproved},
		"Microsoft, of others":  {"microsoft", []string{forged}, Unproved},
		"Microsoft, not named":  {"mx.example.org", []string{microsoft}, Unproved},
		"Microsoft, empty":      {"microsoft", []string{""}, Unproved},
		"hosts below":           {"*.example.org", []string{forged}, Proved},
		"not the domain itself": {"*.mx.example.org", []string{forged}, Unproved},
		"a name in capitals":    {"GMAIL", []string{"MX.Google.com; dmarc=pass header.from=example.com"}, Proved},
	} {
		if got := JudgeTrust(c.headers, c.setting, "ana@example.com"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func FuzzJudge(f *testing.F) {
	f.Add(`mx.example.org; dkim=pass (a (b\)) c) header.i="x;y"@example.com; dmarc=fail`)
	f.Add(`mx.example.org 1; none`)
	f.Fuzz(func(t *testing.T, value string) {
		// Whatever a sender gets into a comment or a quoted string does not become a result.
		r, err := parseResults("mx.example.org; spf=none ("+escape(value)+`) smtp.mailfrom="`+escape(value)+`"@evil.example`, false)
		if err != nil || len(r.methods) != 1 {
			t.Fatalf("%d results, %v", len(r.methods), err)
		}
		_, _ = parseResults(value, false)
		_, _ = parseResults(value, true)
	})
}

// escape escapes a sender's words as a server does before it quotes them.
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
