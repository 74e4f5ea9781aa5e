package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"pitpost.example/cmd/pitpost/rights"
	"pitpost.example/cmd/pitpost/settings"
)

// rightsParts look at who may read what the house keeps secret, and as whom it runs.
func rightsParts(s *settings.Settings) []Part {
	return []Part{
		{"files", func(context.Context) (string, error) {
			var wide []string
			for _, name := range append([]string{s.Data}, s.SecretFiles()...) {
				others, err := rights.Others(name, 0o077)
				if err != nil {
					return "", err
				}
				if others {
					wide = append(wide, name)
				}
			}
			if len(wide) > 0 {
				return "", errors.New("others on this machine may look into " + strings.Join(wide, ", "))
			}
			return "closed to others", nil
		}, "chmod 600 the files and 700 the folder; what is the house's own is also closed when serve starts."},
		{"user", func(context.Context) (string, error) {
			if s.RunAs != "" {
				_, _, err := rights.User(s.RunAs)
				return "serve gives root up for " + s.RunAs, err
			}
			if os.Geteuid() == 0 {
				return "root; RUN_AS with the name of a user has serve give that up", nil
			}
			return fmt.Sprintf("number %d, not root", os.Geteuid()), nil
		}, "Make the user (useradd --system pitpost), or name another in RUN_AS."},
	}
}
