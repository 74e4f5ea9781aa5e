package stores

import (
	"time"

	"pitpost.example/mailer"
)

// caller is what makes the calls.
func (k *Stores) Caller(now func() time.Time) *mailer.Hooks {
	return &mailer.Hooks{DB: k.DB, Words: k.Words, Keys: k.Keys, PublicURL: k.Settings.PublicURL, Log: k.Log, Now: now,
		Web: mailer.NewCaller(k.Settings.PingLocal == "on"), Off: k.House.HookOff}
}
