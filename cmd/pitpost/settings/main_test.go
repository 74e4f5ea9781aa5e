package settings

import (
	"os"
	"testing"

	"pitpost.example/lab"
)

func TestMain(m *testing.M) { os.Exit((&lab.Alone{Tests: m}).Run()) }
