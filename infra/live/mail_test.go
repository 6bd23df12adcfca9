package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/mail"
	"net/textproto"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gomail "github.com/wneessen/go-mail"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/outbox"
)

// scriptedServer is a mail server for one client. After the text of the first mail it sends answer. Then it closes the connection, or reads
// without answering if silent.
type scriptedServer struct {
	answer     string
	silent     bool
	texts      chan string // of all mails
	unanswered chan string // what the client says to the silent server
}

func (s scriptedServer) serve(listener net.Listener) {
	for first := true; ; first = false {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		s.handle(conn, first)
	}
}

func (s scriptedServer) handle(conn net.Conn, first bool) {
	defer conn.Close()
	lines := textproto.NewReader(bufio.NewReader(conn))
	fmt.Fprint(conn, "220 ready\r\n")
	for {
		line, err := lines.ReadLine()
		if err != nil {
			return
		}
		if line == "DATA" {
			fmt.Fprint(conn, "354 go on\r\n")
			text, err := lines.ReadDotBytes()
			if err != nil {
				return
			}
			if first {
				fmt.Fprint(conn, s.answer)
			}
			s.texts <- string(text)
			if first {
				break
			}
		}
		fmt.Fprint(conn, "250 done\r\n")
	}
	for s.silent {
		line, err := lines.ReadLine()
		if err != nil {
			return
		}
		s.unanswered <- line
	}
}

// deadlineConn is a connection that records its deadline.
type deadlineConn struct {
	net.Conn
	at atomic.Int64
}

func (d *deadlineConn) SetDeadline(at time.Time) error {
	d.at.Store(at.UnixNano())
	return d.Conn.SetDeadline(at)
}

// No mail is lost if the server closes the connection, or does not answer, after the text of a mail. An accepted mail is not sent again. If
// the response is lost, the mail is sent again with the same Message-ID.
func TestMailIsSentAgainOnlyIfItWasNotAccepted(t *testing.T) {
	for name, c := range map[string]struct {
		answer   string
		silent   bool
		accepted bool
	}{
		"closes without an answer":         {},
		"closes within its answer":         {answer: "25"},
		"closes after it accepted":         {answer: "250 done\r\n", accepted: true},
		"is silent":                        {silent: true},
		"is silent after it accepted":      {answer: "250 done\r\n", silent: true, accepted: true},
		"rejects temporarily, then closes": {answer: "451 later\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			assert.NilError(t, err)
			defer listener.Close()
			server := scriptedServer{c.answer, c.silent, make(chan string, 9), make(chan string, 9)}
			go server.serve(listener)
			s := goodSettings(t)
			s.values["SMTP_HOST"] = "127.0.0.1"
			m, err := newMailer(s)
			assert.NilError(t, err)
			conns := make(chan *deadlineConn, 9)
			assert.NilError(t, gomail.WithDialContextFunc(func(ctx context.Context, network, _ string) (net.Conn, error) {
				conn, err := new(net.Dialer).DialContext(ctx, network, listener.Addr().String())
				d := &deadlineConn{Conn: conn}
				conns <- d
				return d, err
			})(m.client))

			begun, sent := time.Now(), make(chan error, 1)
			message := operatorMail(s, begun, "A test", "words")
			go func() { sent <- m.Send(t.Context(), message) }()
			text := <-server.texts
			if c.silent {
				if c.accepted {
					<-server.unanswered
				}
				conn := <-conns
				until := time.Unix(0, conn.at.Load())
				inTime := until.After(begun) && until.Before(time.Now().Add(mailTimeout+time.Second))
				assert.Check(t, inTime, "got deadline %v, want at most mailTimeout from now", until)
				assert.NilError(t, conn.Conn.SetDeadline(time.Now())) // as if that time had passed
			}
			err = <-sent
			assert.Check(t, c.accepted == (err == nil) && c.accepted != outbox.IsUnreachable(err), "%v", err)

			if c.accepted {
				message = operatorMail(s, begun.Add(time.Second), "The next", "words")
			}
			m.failedAt = time.Time{} // the pause is over
			assert.NilError(t, m.Send(t.Context(), message))
			assert.Check(t, c.accepted != (messageID(t, text) == messageID(t, <-server.texts)))
			assert.Check(t, is.Len(server.texts, 0), "a mail was sent twice")
			assert.NilError(t, m.Close())
		})
	}
}

func messageID(t *testing.T, text string) string {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(text))
	assert.NilError(t, err)
	id := m.Header.Get("Message-ID")
	assert.Assert(t, id != "")
	return id
}
