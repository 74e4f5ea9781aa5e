// Package clients checks the house's letters as mail programs show them: with and without a style sheet, with
// and without pictures, and in colours that a program inverts. Their HTML and CSS is compared with the table of
// caniemail.com, and axe-core checks that they are accessible.
package clients
