package db

import (
	"fmt"
	"time"

	"github.com/robfig/cron/v3"
)

// Schedule reads a cron expression of five fields, or @every with a span of a
// minute or more. It refuses what the parser takes but that never comes or
// comes too often, and what makes it panic.
func Schedule(spec string) (s cron.Schedule, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("schedule %q cannot be read", spec)
		}
	}()
	s, err = cron.ParseStandard(spec)
	if err != nil {
		return nil, fmt.Errorf("schedule %q cannot be read: %w", spec, err)
	}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	first := s.Next(start)
	second := s.Next(first)
	if first.IsZero() || second.IsZero() {
		return nil, fmt.Errorf("schedule %q never comes", spec)
	}
	if second.Sub(first) < time.Minute {
		return nil, fmt.Errorf("schedule %q comes more often than once a minute", spec)
	}
	return s, nil
}
