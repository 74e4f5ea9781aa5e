package stores

import (
	"pitpost.example/token"
)

// ServerProof is what the proof of a running server is for, and nothing else is.
const ServerProof = "server"

// Proves is how a server shows that it knows the secret of a house.
func Proves(keys token.Keys) func(port, nonce string) string {
	return func(port, nonce string) string { return keys.Sign(ServerProof, port+" "+nonce) }
}
