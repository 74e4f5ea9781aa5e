package archive

import (
	"slices"
	"strings"
	"testing"
)

// Everybody on the machine can read a command line, so it must contain no password.
func TestNoPasswordInACommandLine(t *testing.T) {
	for database, want := range map[string]string{
		"postgres://ana:hunter2@db.example:5432/pit?sslmode=require&pool_max_conns=4": "hunter2",
		"postgres://ana@db.example/pit?password=hunter2":                              "hunter2",
		"postgres:///pit?host=/tmp/x&user=pitpost":                                    "",
		"postgres://ana:100%zz@db.example/pit":                                        "", // libpq refuses this URL too
	} {
		cmd := clientCommand(t.Context(), "/bin/pg_dump", database, "--format=custom")
		line := strings.Join(cmd.Args, " ")
		if strings.Contains(line, "hunter2") || strings.Contains(line, "zz") || strings.Contains(line, "pool_") {
			t.Errorf("the command line is %s", line)
		}
		if got := slices.Contains(cmd.Env, "PGPASSWORD="+want); got != (want != "") {
			t.Errorf("the password of %s goes by the environment: %t", database, got)
		}
		if strings.Contains(database, "require") && !strings.Contains(line, "sslmode=require") {
			t.Errorf("the command line lost its parameters: %s", line)
		}
	}
}
