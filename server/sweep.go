package server

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/failpoint"
	"pitpost.example/house/letter"
	"pitpost.example/house/score"
	"pitpost.example/house/season"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// outage is how long the house may be down before all clocks are credited with that time.
const outage = 5 * time.Minute

// Sweep handles everything that is due at now, each row in its own transaction, and returns how many. Two
// processes may sweep at the same time and handle no row twice. A row that fails is logged and stays due; it
// does not stop the others.
func (h *House) Sweep(ctx context.Context, now time.Time) (int, error) {
	due, err := h.Store.Sweep(ctx, now, 500)
	if err != nil {
		return 0, fmt.Errorf("what is due: %w", err)
	}
	n := 0
	for _, d := range due {
		cause := model.Cause{Kind: model.CauseClock, Now: now}
		mine := false
		err := h.play(ctx, cause, d.Match(), func(w *world.Tx) {
			mine = doDue(w, d)
		})
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		if err != nil {
			h.Log.Error("due", "match", d.Match(), "what", d.Name(), "err", err)
			h.DB.Meter().DueFailed(d.Name())
			continue
		}
		if mine {
			h.DB.Meter().DueDone(d.Name(), now.Sub(d.At))
		} else {
			h.DB.Meter().DueLost(d.Name())
		}
		if d.What == model.DueForget {
			if err := h.SaveForgotten(ctx); err != nil {
				h.Log.Error("the list of who was forgotten", "err", err)
			}
		}
		n++
	}
	return n, nil
}

// doDue handles a due row. It returns false if another process has taken the row, or it was moved.
func doDue(w *world.Tx, d model.Due) (mine bool) {
	var in *model.Season
	if d.Owner == model.DueOfSeason { // before the row, because a command that has the season may set the row anew
		in = w.LockSeason(d.ID)
	}
	if !w.TakeDue(d) {
		return false
	}
	switch {
	case d.Owner == model.DueOfMatch:
		doDueOfMatch(w, d)
	case d.Owner == model.DueOfSeason:
		season.HandleDue(w, in, d)
	case d.What == model.DueBack:
		seats.EndPastAbsence(w, d.ID)
	case d.What == model.DueForget:
		letter.GoOnForgetting(w, d)
	case d.What == model.DueDaily:
		table.WriteDaily(w, d.ID)
	}
	return true
}

func doDueOfMatch(w *world.Tx, d model.Due) {
	counts := func(t *table.Table, d model.Due) { score.ScoreMatch(t.Tx, t.Table, d) }
	do := map[model.DueKind]func(*table.Table, model.Due){
		model.DueDeadline: (*table.Table).Deadline,
		model.DueRemind:   (*table.Table).Remind,
		model.DueInvite:   (*table.Table).RemindGuest,
		model.DueStandin:  seats.SeekStandin,
		model.DueLapse:    (*table.Table).LobbyLapses,
		model.DueRally:    (*table.Table).RallyFalls,
		model.DueWatch:    (*table.Table).WatchWeekly,
		model.DueRestored: (*table.Table).Restored,
		model.DueRate:     counts,
		model.DueTally:    counts,
		model.DueHeld:     (*table.Table).RestartAfterHold,
		model.DueGrace:    letter.PlayAfterGrace,
		model.DueVote:     letter.CloseLapsedVote,
	}[d.What]
	if do != nil {
		do(table.LoadTable(w, d.ID), d)
	}
}

// CreditDowntime records a sign of life. If the last one is more than a few minutes old, every running clock is given
// the time in between.
func (h *House) CreditDowntime(ctx context.Context, now time.Time) error {
	gap, err := h.Store.Alive(ctx, now, outage*time.Duration(max(1, h.Haste)))
	if gap > 0 {
		h.Log.Warn("the house was out; all clocks were credited", "for", gap.Round(time.Second).String())
	}
	if err == nil {
		h.life.Store(&lifeSign{now, time.Now()})
	}
	return err
}

// lifeSign is a sign of life by the house's clock and by the machine's steady clock, which never jumps.
type lifeSign struct{ now, steady time.Time }

// noteJump records a sign of life before anything is decided at now, if the house's clock has jumped since the
// last one. Otherwise the clock of a choice that begins now, at a wrong time, would be charged for the jump
// that corrects it.
func (h *House) noteJump(ctx context.Context, now time.Time) error {
	if last := h.life.Load(); last != nil && h.jumped(*last, now) { // nil if nobody calls Credit
		return h.CreditDowntime(ctx, now)
	}
	return nil
}

// jumped reports whether the house's clock jumped between a sign of life and now.
func (h *House) jumped(from lifeSign, now time.Time) bool {
	haste := time.Duration(max(1, h.Haste))
	jump := now.Sub(from.now) - haste*time.Since(from.steady)
	return jump.Abs() >= haste*outage/2
}

// MoveToSafeSteps makes every match safe after the house was restored from a backup. Letters from the time that was
// lost find only steps that are past, and every seat that is to move is asked again. Each match is its own
// transaction, so an interrupted call can simply be repeated. It returns how many matches were done; one that
// fails is logged and left to the next sweep.
func (h *House) MoveToSafeSteps(ctx context.Context, now time.Time) (int, error) {
	n := 0
	for {
		due, err := archive.DueRestored(ctx, h.DB, 500)
		if err != nil {
			return n, fmt.Errorf("matches to be made safe: %w", err)
		}
		done := 0
		for _, d := range due {
			err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, d.Match(), func(w *world.Tx) {
				doDue(w, d)
			})
			if ctx.Err() != nil {
				return n, ctx.Err()
			}
			if db.IsDatabaseAway(err) {
				return n, err
			}
			if err != nil {
				h.Log.Error("a match could not be made safe", "match", d.Match(), "err", err)
				continue
			}
			done++
			failpoint.KillAt("restore.match")
		}
		if n += done; done == 0 {
			return n, nil
		}
	}
}
