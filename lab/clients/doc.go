// Package clients looks at the letters of a house as mail programs show them: with a style sheet or
// without, with pictures or without, by colours that a program turned round. What they are made of is
// held against the table of caniemail.com, and axe-core says whether everybody can read them.
package clients
