// Package migrations holds the schema of the house as goose files, in order.
package migrations

import "embed"

// Files are the migrations, 0001_….sql and on.
//
//go:embed *.sql
var Files embed.FS
