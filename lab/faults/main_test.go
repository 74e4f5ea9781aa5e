package faults

import (
	"os"
	"testing"

	"pitpost/lab"
)

func TestMain(m *testing.M) { os.Exit((&lab.Alone{Tests: m}).Run()) }
