package token

import (
	"bytes"
	"testing"
)

func TestSealedTextsOpenForTheirUseAlone(t *testing.T) {
	k := keys(t, oldSecret)
	plain := []byte("https://example.org/hook/abc")
	sealed := k.Seal("webhook", plain)
	if bytes.Contains(sealed, []byte("example")) || bytes.Equal(sealed, k.Seal("webhook", plain)) {
		t.Error("a sealed text shows what it holds, or is the same twice")
	}
	if got, ok := keys(t, newSecret, oldSecret).Unseal("webhook", sealed); !ok || !bytes.Equal(got, plain) {
		t.Errorf("Unseal = %q, %v", got, ok)
	}
	if _, ok := k.Unseal("key", sealed); ok {
		t.Error("it opens for another use")
	}
	if _, ok := keys(t, newSecret).Unseal("webhook", sealed); ok {
		t.Error("it opens without its key")
	}
	for i := range sealed {
		altered := bytes.Clone(sealed)
		altered[i] ^= 1
		if _, ok := k.Unseal("webhook", altered); ok {
			t.Fatalf("it opens with byte %d altered", i)
		}
	}
	if _, ok := k.Unseal("webhook", sealed[:5]); ok {
		t.Error("a piece opens")
	}
}
