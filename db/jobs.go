package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// Workers are what the jobs do; package db only carries them.
type Workers struct {
	// Mail is told that letters were queued, or may be due. It must not wait.
	Mail func()
	// Hook makes one call of a webhook; nil leaves that to other processes. When it is to be
	// made again stands in its row.
	Hook func(ctx context.Context, id int64) error
	// Sweep does all that is due.
	Sweep func(ctx context.Context) error
	// Every is the schedule of Sweep, as robfig/cron spells it; "" is each
	// minute.
	Every string
}

// mailArgs are those of the jobs that earlier versions made, one for each letter.
type mailArgs struct {
	ID int64 `json:"id"`
}

// Kind names the job; the name stands in the database and never changes.
func (mailArgs) Kind() string { return "mail" }

type mailWorker struct {
	river.WorkerDefaults[mailArgs]
}

// Work does nothing: the letter stands in the outbox.
func (mailWorker) Work(context.Context, *river.Job[mailArgs]) error { return nil }

// unfinished are the states in which a second job for the same thing would
// be one too many.
var unfinished = []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning,
	rivertype.JobStateRetryable, rivertype.JobStateScheduled}

type hookArgs struct {
	ID int64 `json:"id"`
}

// Kind names the job.
func (hookArgs) Kind() string { return "webhook" }

// hookQueue keeps servers that hang from holding up the mail.
const hookQueue = "webhooks"

func (hookArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: hookQueue, MaxAttempts: 5, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished}}
}

type hookWorker struct {
	river.WorkerDefaults[hookArgs]
	do func(ctx context.Context, id int64) error
}

// Work makes one call.
func (h *hookWorker) Work(ctx context.Context, job *river.Job[hookArgs]) error {
	return h.do(ctx, job.Args.ID)
}

// NextRetry keeps the pauses after a fault of ours short.
func (h *hookWorker) NextRetry(job *river.Job[hookArgs]) time.Time {
	return time.Now().Add(time.Duration(job.Attempt) * time.Second)
}

type sweepArgs struct{}

// Kind names the job.
func (sweepArgs) Kind() string { return "sweep" }

func (sweepArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByState: unfinished}}
}

type sweepWorker struct {
	river.WorkerDefaults[sweepArgs]
	do func(context.Context) error
}

// Work does what is due.
func (s *sweepWorker) Work(ctx context.Context, _ *river.Job[sweepArgs]) error { return s.do(ctx) }

// Jobs is the background work of this process.
type Jobs struct {
	db     *DB
	client *river.Client[pgx.Tx]
	mail   func() // is told of letters
	hooks  bool   // this process makes the calls of webhooks
	log    *slog.Logger
}

// Work starts the background work; Stop ends it. Several processes may work on
// one database.
func (d *DB) Work(ctx context.Context, w Workers) (*Jobs, error) {
	if w.Every == "" {
		w.Every = "* * * * *"
	}
	every, err := Schedule(w.Every)
	if err != nil {
		return nil, err
	}
	if w.Mail == nil {
		w.Mail = func() {}
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, &mailWorker{})
	river.AddWorker(workers, &sweepWorker{do: w.Sweep})
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}}
	if w.Hook != nil {
		river.AddWorker(workers, &hookWorker{do: w.Hook})
		queues[hookQueue] = river.QueueConfig{MaxWorkers: 8}
	}
	client, err := river.NewClient(riverpgxv5.New(d.pool), &river.Config{
		Schema:               jobSchema,
		ID:                   d.name,
		Queues:               queues,
		Workers:              workers,
		Logger:               slog.New(slog.DiscardHandler),
		FetchCooldown:        20 * time.Millisecond,
		FetchPollInterval:    time.Second,
		RescueStuckJobsAfter: 15 * time.Minute,
		JobTimeout:           10 * time.Minute,
		// The outbox tells what became of a letter; a job that is done tells nothing.
		CompletedJobRetentionPeriod: 5 * time.Minute,
		PeriodicJobs: []*river.PeriodicJob{river.NewPeriodicJob(every, func() (river.JobArgs, *river.InsertOpts) { return sweepArgs{}, nil },
			&river.PeriodicJobOpts{RunOnStart: true})},
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	j := &Jobs{db: d, client: client, mail: w.Mail, hooks: w.Hook != nil, log: d.opts.Log}
	d.leads.beating(d) // before a job is taken: what one who does not speak has taken is taken over
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	d.jobs.Store(j)
	return j, nil
}

// wake tells of letters, and makes jobs for calls of webhooks, that were just queued. A job
// that is not made here, for whatever reason, is made by Catch from their table.
func (j *Jobs) wake(letters, calls []int64) {
	if len(letters) > 0 {
		j.mail()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := j.insert(ctx, calls); err != nil {
		j.log.Warn("calls of webhooks wait for the next look at them", "err", err)
	}
}

func (j *Jobs) insert(ctx context.Context, calls []int64) error {
	if !j.hooks || len(calls) == 0 {
		return nil
	}
	var params []river.InsertManyParams
	for _, id := range calls {
		params = append(params, river.InsertManyParams{Args: hookArgs{id}})
	}
	_, err := j.client.InsertMany(ctx, params)
	return err
}

// Catch makes jobs for calls of webhooks that are due and have none: those of a process that
// died between its commit and its job. What a process that is gone was sending is taken over,
// and whoever sends letters is told to look.
func (j *Jobs) Catch(ctx context.Context, now time.Time) error {
	if err := j.db.rescue(ctx, now); err != nil {
		return err
	}
	j.mail()
	if err := j.db.LookForHooks(ctx); err != nil {
		return err
	}
	calls, err := j.db.DueCalls(ctx, now, 200)
	if err != nil {
		return err
	}
	return j.insert(ctx, calls)
}

// Stop lets the jobs under way end; when ctx is over it breaks them off.
func (j *Jobs) Stop(ctx context.Context) error {
	j.db.jobs.Store(nil)
	err := j.client.Stop(ctx)
	if err != nil && errors.Is(err, context.DeadlineExceeded) {
		hard, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		return j.client.StopAndCancel(hard)
	}
	return err
}
