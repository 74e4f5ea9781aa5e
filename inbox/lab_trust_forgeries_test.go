package inbox

import (
	"strings"

	"pitpost.example/inbox/intake"
)

// forgery is a letter that is not what it seems. Unless head says otherwise, it is addressed to us with
// the subject "hello"; its text is "say forged".
type forgery struct {
	name, head, want string
	told             string // who may be told of it, "" for nobody
	mayRead          string // an address that what they are told may contain
	envelope         *intake.Envelope
}

var forgeries = []forgery{
	{"no word of any server", "From: ana@example.com\r\n", "hold", ana, ana, nil},
	{"the word of another server", "Authentication-Results: mx.evil.example; dmarc=pass header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"ours called forged, a pass below", "Authentication-Results: mx.example.org; dmarc=fail header.from=example.com\r\n" + vouched("example.com") + "From: ana@example.com\r\n", "drop", "", "", nil},
	{"ours silent, a pass below", "Authentication-Results: mx.example.org; none\r\n" + vouched("example.com") + "From: ana@example.com\r\n", "hold", ana, ana, nil},
	{"our name in a comment", "Authentication-Results: (mx.example.org;) mx.evil.example; dmarc=pass header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"our name as a beginning", "Authentication-Results: mx.example.org.evil.example; dmarc=pass header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"a pass in a comment", "Authentication-Results: mx.example.org; spf=none (says; dmarc=pass header.from=example.com) smtp.helo=x\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"a pass in a quoted local part", "Authentication-Results: mx.example.org; spf=none smtp.mailfrom=\"x; dmarc=pass header.from=example.com\"@evil.example\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"a pass in a reason", "Authentication-Results: mx.example.org; spf=none reason=\"; dmarc=pass header.from=example.com\"\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"a pass in an open comment", "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com; spf=none (open\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"a pass for another domain", vouched("evil.example") + "From: ana@example.com\r\n", "hold", ana, ana, nil},
	{"a pass for two domains", "Authentication-Results: mx.example.org; dmarc=pass header.from=evil.example header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"results that disagree", "Authentication-Results: mx.example.org; dmarc=none; dmarc=pass header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"another version", "Authentication-Results: mx.example.org 2; dmarc=pass header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"another header's name", "X-Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"a sealed chain's word", "ARC-Authentication-Results: i=1; mx.example.org; dmarc=pass header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"a pass behind a broken fold", "Authentication-Results: mx.example.org; spf=none\r\nnot a header\r\n ; dmarc=pass header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"dmarc=fail", "Authentication-Results: mx.example.org; dmarc=fail header.from=example.com\r\nFrom: ana@example.com\r\n", "drop", "", "", nil},
	{"dmarc=temperror", "Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=x; dmarc=temperror header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"dmarc=bestguesspass", "Authentication-Results: mx.example.org; dmarc=bestguesspass header.from=example.com\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},
	{"spf=fail", "Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=example.com\r\nFrom: ana@example.com\r\n", "drop", "", "", nil},
	{"spf=fail, signed by another", "Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=example.com; dkim=pass header.d=evil.example\r\nFrom: ana@example.com\r\n", "drop", "", "", nil},
	{"spf=pass of another", "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=gus@evil.example\r\nFrom: ana@example.com\r\n", "hold", ana, ana, nil},

	{"two From headers", vouched("evil.example") + "From: gus@evil.example\r\nFrom: ana@example.com\r\nTo: {ana}\r\n", "hold", "", "", nil},
	{"two addresses in From", vouched("evil.example") + "From: gus@evil.example, ana@example.com\r\nTo: {ana}\r\n", "hold", "", "", nil},
	{"two addresses, folded", vouched("evil.example") + "From:\r\n gus@evil.example,\r\n ana@example.com\r\n", "hold", "", "", nil},
	{"From as a group", vouched("example.com") + "From: players: ana@example.com;\r\nTo: {ana}\r\n", "hold", "", "", nil},
	{"no From", vouched("example.com") + "Sender: ana@example.com\r\nTo: {ana}\r\n", "hold", "", "", nil},
	{"an empty From", vouched("example.com") + "From:\r\nSender: ana@example.com\r\nTo: {ana}\r\n", "hold", "", "", nil},
	{"a blank before the colon", vouched("evil.example") + "From : ana@example.com\r\nFrom: gus@evil.example\r\n", "hold", "", "", nil},
	{"smuggled by a bare CR", vouched("evil.example") + "X-A: b\rFrom: ana@example.com\r\nFrom: gus@evil.example\r\nTo: {ana}\r\n", "set-aside", "", "", nil},
	{"a NUL in From", vouched("example.com") + "From: ana\x00@example.com\r\nTo: {ana}\r\n", "set-aside", "", "", nil},
	{"a route", vouched("example.com") + "From: <@evil.example:ana@example.com>\r\nTo: {ana}\r\n", "hold", "", "", nil},
	{"a quoted local part with @", vouched("evil.example") + "From: \"ana@example.com\"@evil.example\r\nTo: {ana}\r\n", "hold", "", "", nil},
	{"an address of 320 characters", vouched("example.com") + "From: " + strings.Repeat("a", 64) + "@" + strings.Repeat("b.", 121) + "example.com\r\nTo: {ana}\r\n", "hold", "", "", nil},
	{"an encoded word as address", vouched("example.com") + "From: =?utf-8?q?ana=40example.com?=\r\nTo: {ana}\r\n", "hold", "", "", nil},
	{"an address in angles twice", vouched("example.com") + "From: <gus@evil.example> <ana@example.com>\r\nTo: {ana}\r\n", "hold", "", "", nil},

	{"Ana as a display name", vouched("evil.example") + "From: \"ana@example.com\" <gus@evil.example>\r\nSubject: #1\r\n", "refuse", gus, "", nil},
	{"Ana as an encoded name", vouched("evil.example") + "From: =?utf-8?q?ana=40example.com?= <gus@evil.example>\r\nSubject: #1\r\n", "refuse", gus, "", nil},
	{"Ana in a comment", vouched("evil.example") + "From: gus@evil.example (ana@example.com)\r\nSubject: #1\r\n", "refuse", gus, "", nil},
	{"Ana as Sender", vouched("evil.example") + "From: gus@evil.example\r\nSender: ana@example.com\r\nSubject: #1\r\n", "refuse", gus, "", nil},
	{"Ana as Reply-To", vouched("evil.example") + "From: gus@evil.example\r\nReply-To: ana@example.com\r\nSubject: #1\r\n", "refuse", gus, "", nil},
	{"Ana as Resent-From", vouched("evil.example") + "Resent-From: ana@example.com\r\nFrom: gus@evil.example\r\nSubject: #1\r\n", "refuse", gus, "", nil},
	{"Ana as return address", vouched("evil.example") + "Return-Path: <ana@example.com>\r\nFrom: gus@evil.example\r\nSubject: #1\r\n", "refuse", gus, "", &intake.Envelope{From: ana}},
	{"a look-alike local part", vouched("example.com") + "From: \u0430na@example.com\r\nSubject: #1\r\n", "refuse", "\u0430na@example.com", "", nil},
	{"a look-alike domain", vouched("xn--xample-2of.com") + "From: ana@\u0435xample.com\r\nSubject: #1\r\n", "refuse", "ana@xn--xample-2of.com", "", nil},
	{"a full-width domain", vouched("example.com") + "From: ana@\uff45xample.com\r\nSubject: #1\r\n", "hold", "ana@xn--xample-hy68a.com", "", nil},
	{"a subdomain", vouched("sub.example.com") + "From: ana@sub.example.com\r\nSubject: #1\r\n", "refuse", "ana@sub.example.com", "", nil},
	{"the domain with an ending", vouched("example.com.evil.example") + "From: ana@example.com.evil.example\r\nSubject: #1\r\n", "refuse", "ana@example.com.evil.example", "", nil},
	{"a plus variant", vouched("example.com") + "From: ana+dig@example.com\r\nSubject: #1\r\n", "refuse", "ana+dig@example.com", "", nil},
	{"a local part with dots", vouched("example.com") + "From: a.na@example.com\r\nSubject: #1\r\n", "refuse", "a.na@example.com", "", nil},
	{"the number of another's match", vouched("evil.example") + "From: gus@evil.example\r\nSubject: Re: [#1 Saboteur] Your turn, Ana\r\n", "refuse", gus, "", nil},

	{"the token, a stranger", vouched("evil.example") + "From: gus@evil.example\r\nTo: {ana}\r\n", "hold", ana, gus, nil},
	{"the token, a stranger unproved", "From: hal@evil.example\r\nTo: {ana}\r\n", "hold", ana, "hal@evil.example", nil},
	{"the token, another player", vouched("example.net") + "From: bo@example.net\r\nTo: {ana}\r\n", "hold", ana, "", nil},
	{"the token, dmarc=fail", "Authentication-Results: mx.example.org; dmarc=fail header.from=example.com\r\nFrom: ana@example.com\r\nTo: {ana}\r\n", "drop", "", "", nil},
	{"the token, spf=fail", "Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=evil.example\r\nFrom: ana@example.com\r\nTo: {ana}\r\n", "drop", "", "", nil},
	{"the token, a subdomain", vouched("sub.example.com") + "From: ana@sub.example.com\r\nTo: {ana}\r\n", "hold", ana, "ana@sub.example.com", nil},
	{"the token, a look-alike", vouched("example.com") + "From: \u0430na@example.com\r\nTo: {ana}\r\n", "drop", "", "", nil},
	{"the token with %2B and capitals", vouched("evil.example") + "From: gus@evil.example\r\nTo: PLAY%2B{word}@EXAMPLE.ORG\r\n", "hold", ana, gus, nil},
	{"the token in Bcc alone", vouched("evil.example") + "From: gus@evil.example\r\nTo: undisclosed-recipients:;\r\n", "hold", ana, gus, &intake.Envelope{From: gus, To: []string{"{ana}"}}},
	{"two tokens, one one's own", vouched("example.net") + "From: bo@example.net\r\nTo: {bo}\r\nCc: {ana}\r\n", "refuse", bo, "", nil},
	{"two tokens, the other's first", vouched("example.net") + "From: bo@example.net\r\nTo: {ana}\r\nCc: {bo}\r\n", "hold", ana, "", nil},
	{"the token in the subject", vouched("evil.example") + "From: gus@evil.example\r\nSubject: {ana}\r\n", "refuse", gus, "", nil},
	{"the token in Reply-To", vouched("evil.example") + "From: gus@evil.example\r\nReply-To: {ana}\r\n", "refuse", gus, "", nil},
	{"the token in another domain", vouched("evil.example") + "From: gus@evil.example\r\nTo: play@example.org, play+{word}@evil.example\r\n", "refuse", gus, "", nil},
	{"the token in a display name", vouched("evil.example") + "From: gus@evil.example\r\nTo: \"{ana}\" <play@example.org>\r\n", "refuse", gus, "", nil},
	{"an altered token", vouched("evil.example") + "From: gus@evil.example\r\nTo: {altered}\r\n", "refuse", gus, "", nil},
	{"an altered token, unproved", "From: gus@evil.example\r\nTo: {altered}\r\n", "drop", "", "", nil},
	{"an altered token, forged", "Authentication-Results: mx.example.org; dmarc=fail header.from=example.com\r\nFrom: ana@example.com\r\nTo: {altered}\r\n", "drop", "", "", nil},
	{"a token of another house", vouched("example.net") + "From: bo@example.net\r\nTo: {strange}\r\n", "refuse", bo, "", nil},
	{"a token of no match", vouched("evil.example") + "From: gus@evil.example\r\nTo: {none}\r\n", "drop", "", "", nil},
	{"the answered letter, a stranger", vouched("evil.example") + "From: gus@evil.example\r\nIn-Reply-To: {id}\r\n", "hold", ana, gus, nil},
	{"the answered letter, another player", vouched("example.net") + "From: bo@example.net\r\nReferences: <x@example.net>\r\n {id}\r\n", "hold", ana, "", nil},
	{"a guessed Message-ID", vouched("evil.example") + "From: gus@evil.example\r\nIn-Reply-To: {guess}\r\n", "refuse", gus, "", nil},
	{"one's own token, another's letter", vouched("evil.example") + "From: gus@evil.example\r\nTo: {bo}\r\nIn-Reply-To: {id}\r\n", "hold", bo, gus, nil},
	{"our own address as sender", vouched("example.org") + "From: play@example.org\r\nTo: {ana}\r\n", "hold", ana, "", nil},
}
