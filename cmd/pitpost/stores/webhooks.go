package stores

import (
	"time"

	"pitpost.example/mailer/hook"
)

// Caller is what makes the calls.
func (k *Stores) Caller(now func() time.Time) *hook.Caller {
	return &hook.Caller{DB: k.DB, Words: k.Words, Keys: k.Keys, PublicURL: k.Settings.PublicURL, Log: k.Log, Now: now,
		Web: hook.Client(k.Settings.PingLocal == "on", 15*time.Second), Off: k.House.HookOff}
}
