package lab

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"testing"
	"time"
)

// certificate writes a certificate for localhost and its key to two files, and
// returns the pool that trusts it.
func certificate(tb testing.TB, certFile, keyFile string) *x509.CertPool {
	tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	Check(tb, err)
	form := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "localhost"},
		DNSNames:              []string{"localhost"},
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	cert, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	Check(tb, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	Check(tb, err)
	writePEM(tb, certFile, "CERTIFICATE", cert)
	writePEM(tb, keyFile, "PRIVATE KEY", secret)
	pool := x509.NewCertPool()
	parsed, err := x509.ParseCertificate(cert)
	Check(tb, err)
	pool.AddCert(parsed)
	return pool
}

func writePEM(tb testing.TB, file, kind string, der []byte) {
	tb.Helper()
	Check(tb, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
}
