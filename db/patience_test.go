package db_test

import (
	neturl "net/url"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/league"
)

// A transaction that is silent for too long is ended, so that it locks nobody out. That must not happen to an
// operator's command.
func TestAnOperatorsDeedMayThink(t *testing.T) {
	url, err := neturl.Parse(fresh(t))
	if err != nil {
		t.Fatal(err)
	}
	query := url.Query()
	query.Set("idle_in_transaction_session_timeout", "300ms")
	url.RawQuery = query.Encode()
	d := open(t, url.String())
	for _, patient := range []bool{false, true} {
		err := d.Play(t.Context(), operator(), 0, func(tx *db.Tx) error {
			if patient {
				if err := tx.Patient(); err != nil {
					return err
				}
			}
			if err := league.LockRatings(tx); err != nil {
				return err
			}
			time.Sleep(time.Second)
			return league.LockRatings(tx)
		})
		if (err == nil) != patient {
			t.Errorf("patient %t: %v", patient, err)
		}
	}
}
