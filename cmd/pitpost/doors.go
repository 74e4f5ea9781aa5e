package main

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"

	"pitpost/inbox"
	"pitpost/inbox/postoffice"
	"pitpost/mailer"
)

// doors opens the built-in post office, or points at the real servers.
func (st *station) doors(context.Context) (inbox.Account, error) {
	smtpURL, imapURL := string(st.settings.SMTPURL), string(st.settings.IMAPURL)
	if st.settings.builtIn() {
		var err error
		if smtpURL, imapURL, err = st.openOffice(); err != nil {
			return inbox.Account{}, err
		}
	} else {
		st.smtpAddr, st.imapAddr = hostPort(smtpURL), hostPort(imapURL)
	}
	relay, err := mailer.NewRelay(smtpURL)
	if err != nil {
		return inbox.Account{}, err
	}
	st.relay = relay
	return inbox.Account{URL: imapURL}, nil
}

func (st *station) openOffice() (smtpURL, imapURL string, err error) {
	local, domain, _ := strings.Cut(st.settings.Address, "@")
	st.office, err = postoffice.Open(filepath.Join(st.settings.Data, "post"), domain)
	if err != nil {
		return "", "", err
	}
	smtpL, err := net.Listen("tcp", st.settings.PostSMTP)
	if err != nil {
		return "", "", fmt.Errorf("POST_SMTP: %w; name another port", err)
	}
	imapL, err := net.Listen("tcp", st.settings.PostIMAP)
	if err != nil {
		smtpL.Close()
		return "", "", fmt.Errorf("POST_IMAP: %w; name another port", err)
	}
	st.smtpAddr, st.imapAddr = smtpL.Addr().String(), imapL.Addr().String()
	st.spawn(func() { _ = st.office.ServeSMTP(smtpL) })
	st.spawn(func() { _ = st.office.ServeIMAP(imapL) })
	user := url.UserPassword(local+"@"+domain, "any")
	imapURL = (&url.URL{Scheme: "imap", User: user, Host: st.imapAddr, Path: "/INBOX"}).String()
	return "smtp://" + st.smtpAddr, imapURL, nil
}

func hostPort(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return "?"
	}
	ports := map[string]string{"smtp": "587", "smtps": "465", "imap": "143", "imaps": "993"}
	if u.Port() == "" {
		return net.JoinHostPort(u.Hostname(), ports[u.Scheme])
	}
	return u.Host
}
