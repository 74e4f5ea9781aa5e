package send

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"syscall"

	"github.com/emersion/go-smtp"
)

// reason says in a few words of ours why there is no relay to be had, so that it may be logged.
func reason(err error) string {
	dns, looked := errors.AsType[*net.DNSError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, plain := errors.AsType[tls.RecordHeaderError](err)
	op, _ := errors.AsType[*net.OpError](err)
	alarm := op != nil && (op.Op == "remote error" || op.Op == "local error") // as crypto/tls names its own
	reply, answered := errors.AsType[*smtp.SMTPError](err)
	is := func(causes ...error) bool {
		return slices.ContainsFunc(causes, func(cause error) bool { return errors.Is(err, cause) })
	}
	switch {
	case is(errNoMeans): // first, because its cause is about another server
		return "no access token is to be had for it"
	case answered && slices.Contains(loginCodes, reply.Code):
		return "it refuses the log-in"
	case answered:
		return "it takes nothing"
	case looked && dns.IsNotFound:
		return "its name is not known"
	case looked:
		return "its name could not be looked up"
	case is(syscall.ECONNREFUSED):
		return "nothing listens there (connection refused)"
	case is(syscall.EHOSTUNREACH, syscall.ENETUNREACH):
		return "there is no way to it"
	case is(errBare):
		return "it offers no STARTTLS"
	case untrusted:
		return "its certificate is not trusted"
	case plain || alarm:
		return "it does not agree on TLS"
	case is(context.DeadlineExceeded, os.ErrDeadlineExceeded, syscall.ETIMEDOUT):
		return "it does not answer in time"
	case is(io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE, net.ErrClosed):
		return "it hung up"
	}
	return "the connection failed"
}

// loginCodes are the replies by which a relay wants another log-in (RFC 4954).
var loginCodes = []int{530, 534, 535, 538}
