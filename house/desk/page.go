package desk

import (
	"crypto/sha256"
)

func Hashed(word string) [32]byte { return sha256.Sum256([]byte(word)) }
