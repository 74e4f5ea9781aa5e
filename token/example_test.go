package token_test

import (
	"fmt"
	"strings"

	"pitpost.example/token"
)

// exampleKeys returns the keys of a secret file; a house makes its lines with NewSecret.
func exampleKeys() token.Keys {
	keys, err := token.ParseKeys([]byte("# the newest first\n" + strings.Repeat("a1", 32) + "\n"))
	if err != nil {
		panic(err)
	}
	return keys
}

// A letter asks seat 1 of match 42 for its ninth choice. The answer is
// recognised, whatever a mail program does to the reply address.
func ExampleKeys_Find() {
	keys := exampleKeys()
	word := keys.Mint(token.Token{Match: 42, Seat: 1, Purpose: 't', Step: 9})
	address := token.ReplyAddress("play@example.org", word)
	found, altered := keys.Find([]string{"bo@example.com", strings.ToUpper(address)}, "play@example.org")
	fmt.Println(found[0].Match, found[0].Seat, found[0].Step, altered)
	forged := strings.Replace(address, word[:4], "0000", 1)
	found, altered = keys.Find([]string{forged}, "play@example.org")
	fmt.Println(len(found), altered)
	// Output:
	// 42 1 9 0
	// 0 1
}

// Numbers that others can see are hidden: the words of consecutive numbers look unrelated, and a word for one
// use opens nothing for another.
func ExampleKeys_Hide() {
	keys := exampleKeys()
	fmt.Println(keys.Hide("page", 7))
	fmt.Println(keys.Hide("page", 8))
	fmt.Println(keys.Reveal("page", keys.Hide("page", 7)))
	fmt.Println(keys.Reveal("archive", keys.Hide("page", 7)))
	// Output:
	// nst1kqw65qcam56z325m1t6jr3q8c
	// axt8a1zc7vwc62rj307yw29zvsyhp
	// 7 true
	// 0 false
}

// Texts that must not be readable in the tables are sealed. The old
// key still opens them when there is a new key above it.
func ExampleKeys_Seal() {
	old := exampleKeys()
	sealed := old.Seal("webhook", []byte("https://bo.example/hook"))
	rotated, err := token.ParseKeys([]byte(token.NewSecret() + "\n" + strings.Repeat("a1", 32)))
	if err != nil {
		fmt.Println(err)
		return
	}
	plain, ok := rotated.Unseal("webhook", sealed)
	fmt.Println(string(plain), ok)
	// Output:
	// https://bo.example/hook true
}
