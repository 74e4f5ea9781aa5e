package settings

import (
	"path/filepath"
	"slices"
)

// SecretFiles are the files that hold secrets, there or not.
func (s *Settings) SecretFiles() []string {
	names := []string{s.SecretFile, filepath.Join(s.Data, "pitpost.yaml"), s.GmailPasswordFile, s.OAuthSecretFile, s.OAuthRefreshFile, s.DKIMKeyFile}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}
