package main

import (
	"cmp"
	"context"
	"errors"
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
		return doctor.Quick(s)
	}
	ask, err := askAt(cmp.Or(c.DNS, s.NameServer))
	if err != nil {
		return err
	}
	if sick := d.examine(doctor.Parts(s, app.Timetable(nil, duties(s)...), ask)); len(sick) > 0 {
		return fmt.Errorf("%d of the parts above need mending", len(sick))
	}
	return nil
}

// examine tries parts and prints the result of each. It returns the names of those that failed.
func (d *desk) examine(parts []doctor.Part) (sick []string) {
	for _, p := range parts {
		switch found, err := p.Try(context.Background()); {
		case err == nil:
			fmt.Fprintf(d.out, "well  %-12s %s\n", p.Name, found)
		case errors.Is(err, doctor.ErrUnseen):
			fmt.Fprintf(d.out, "      %-12s %v\n", p.Name, err)
		default:
			sick = append(sick, p.Name)
			fmt.Fprintf(d.out, "ill   %-12s %s\n      %-12s %s\n", p.Name, oneLine(err), "", p.Mend)
		}
	}
	return sick
}

// askAt returns a resolver that uses the name server at HOST:PORT, or the system's if server is "".
func askAt(server string) (auth.Resolver, error) {
	if _, _, err := net.SplitHostPort(server); server != "" && err != nil {
		return nil, misuse("--dns is an address and a port such as 192.0.2.53:53, not %q", server)
	}
	return auth.ResolverAt(server), nil
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
