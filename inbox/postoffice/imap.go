package postoffice

import (
	"errors"
	"io"
	"log"
	"net"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// delimiter parts the names of folders in folders.
const delimiter = '/'

// ServeIMAP shows mailboxes by a loopback listener until the office is closed.
func (o *Office) ServeIMAP(l net.Listener) error {
	g, err := o.open(l)
	if err != nil {
		return err
	}
	return o.served("IMAP", o.imap.Serve(g))
}

func (o *Office) newIMAP() *imapserver.Server {
	return imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &session{office: o}, nil, nil
		},
		Caps: imap.CapSet{
			imap.CapIMAP4rev1: {}, imap.CapNamespace: {}, imap.CapUIDPlus: {}, imap.CapESearch: {},
			imap.CapListExtended: {}, imap.CapListStatus: {}, imap.CapMove: {}, imap.CapStatusSize: {},
			imap.CapSpecialUse: {}, imap.CapLiteralPlus: {},
		},
		InsecureAuth: true,
		Logger:       log.New(io.Discard, "", 0),
	})
}

// answer is the server's NO to a command, for an error of the store.
func answer(err error) error {
	no := func(code imap.ResponseCode) error {
		return &imap.Error{Type: imap.StatusResponseTypeNo, Code: code, Text: err.Error()}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errNoFolder):
		return no(imap.ResponseCodeNonExistent)
	case errors.Is(err, errHasFolder):
		return no(imap.ResponseCodeAlreadyExists)
	case errors.Is(err, errNotName), errors.Is(err, errStanding):
		return no(imap.ResponseCodeCannot)
	case errors.Is(err, errReadOnly):
		return no("")
	}
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeServerBug, Text: "the post office could not do that"}
}

// tryCreate is the answer of commands that put letters into a folder: one that is missing
// may be made and the command given again.
func tryCreate(err error) error {
	if errors.Is(err, errNoFolder) {
		return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeTryCreate, Text: err.Error()}
	}
	return answer(err)
}
