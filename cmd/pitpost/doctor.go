package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"strings"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/doctor"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/inbox/auth"
)

type doctorCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Quick           bool   `help:"Only ask a running server whether it is ready."`
	DNS             string `name:"dns" help:"Look for DNS records at this name server, such as your provider's own for one just published; else at NAME_SERVER, or the machine's." placeholder:"HOST:PORT"`
}

// Run tries every part, each with a time limit of its own.
func (c doctorCmd) Run(d *desk, s *settings.Settings) error {
	if c.Quick {
		return doctor.CheckReady(s)
	}
	ask, err := askAt(cmp.Or(c.DNS, s.NameServer))
	if err != nil {
		return err
	}
	ill, unasked := 0, 0
	for _, err := range d.examine(doctor.ListChecks(s, app.ListJobs(nil, duties(s)...), ask)) {
		if doctor.FindUnasked(err) != nil {
			unasked++
		} else {
			ill++
		}
	}
	switch {
	case ill > 0 && unasked > 0:
		return fmt.Errorf("%d of the parts above need mending, and %d could not be asked", ill, unasked)
	case ill > 0:
		return fmt.Errorf("%d of the parts above need mending", ill)
	case unasked > 0:
		return fmt.Errorf("%d of the parts above could not be asked", unasked)
	}
	return nil
}

// examine tries parts and prints the result of each. It returns the errors of those that failed or could not be asked.
func (d *desk) examine(parts []doctor.Part) (sick map[string]error) {
	sick = map[string]error{}
	for _, p := range parts {
		switch found, err := p.Try(context.Background()); {
		case err == nil:
			fmt.Fprintf(d.out, "well  %-12s %s\n", p.Name, found)
		default:
			how, mend := "ill", p.Mend
			if unasked := doctor.FindUnasked(err); unasked != nil {
				how, mend = "?", unasked.Mend
			}
			sick[p.Name] = err
			fmt.Fprintf(d.out, "%-5s %-12s %s\n      %-12s %s\n", how, p.Name, oneLine(err), "", mend)
		}
	}
	return sick
}

// askAt returns a resolver that uses the name server at HOST:PORT, or the system's if server is "".
func askAt(server string) (doctor.DNS, error) {
	if _, _, err := net.SplitHostPort(server); server != "" && err != nil {
		return doctor.DNS{}, misuse("--dns is an address and a port such as 192.0.2.53:53, not %q", server)
	}
	return doctor.DNS{Resolver: auth.ResolverAt(server), Server: server}, nil
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
