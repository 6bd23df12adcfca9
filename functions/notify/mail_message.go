package notify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
	"time"

	"ordering/shared/order"
	"ordering/shared/outbox"
)

// Mailer sends mail. It is handed the same message again when its answer was lost: the id tells.
type Mailer interface {
	// Send returns an outbox.Unreachable error while the service is away, which is ErrBusy too when it only takes no more in this
	// second. Its errors do not quote the guest.
	Send(ctx context.Context, m Message) error
}

// Message is a mail to one guest.
type Message struct {
	ID       string // the same for every attempt; letters and digits
	From, To mail.Address
	Date     time.Time
	Language string // tag of the language it is written in
	Subject  string
	Text     string
	HTML     string
}

// messageID makes the id of what a row of the outbox sends. The row's id holds the token of the order, which opens it: only
// its digest leaves the house.
func messageID(row string) string {
	sum := sha256.Sum256([]byte(row))
	return hex.EncodeToString(sum[:16])
}

// MessageIDs are the ids of all that is ever written about an order.
func MessageIDs(o order.Order) []string {
	ids := make([]string, len(outbox.Mails))
	for n, m := range outbox.Mails {
		ids[n] = messageID(outbox.MailID(o.Token, m))
	}
	return ids
}

// Bytes is the message in the form of RFC 5322, plain text and HTML side by side. What came from outside is encoded, so that
// no line break in it can begin a header of its own.
func (m Message) Bytes() ([]byte, error) {
	_, domain, ok := strings.Cut(m.From.Address, "@")
	if !ok || strings.ContainsAny(m.From.Address+m.To.Address+m.ID, "\r\n \t<>,;") || !strings.Contains(m.To.Address, "@") {
		return nil, fmt.Errorf("notify: an address or id cannot stand in a header")
	}
	var b bytes.Buffer
	parts := multipart.NewWriter(&b)
	// A boundary from the id instead of at random: the same message is the same bytes.
	if err := parts.SetBoundary("part-" + m.ID); err != nil {
		return nil, fmt.Errorf("notify: boundary: %w", err)
	}
	head := func(name, value string) { fmt.Fprintf(&b, "%s: %s\r\n", name, value) }
	head("From", m.From.String())
	head("To", m.To.String())
	head("Subject", encode(m.Subject))
	head("Date", m.Date.UTC().Format(time.RFC1123Z))
	head("Message-ID", "<"+m.ID+"@"+domain+">")
	head("Content-Language", m.Language)
	head("Auto-Submitted", "auto-generated")
	head("MIME-Version", "1.0")
	head("Content-Type", mime.FormatMediaType("multipart/alternative", map[string]string{"boundary": parts.Boundary()}))
	b.WriteString("\r\n")
	for _, part := range []struct{ kind, body string }{{"text/plain", m.Text}, {"text/html", m.HTML}} {
		w, err := parts.CreatePart(textproto.MIMEHeader{
			"Content-Type":              {part.kind + "; charset=utf-8"},
			"Content-Transfer-Encoding": {"quoted-printable"},
		})
		if err != nil {
			return nil, fmt.Errorf("notify: part: %w", err)
		}
		q := quotedprintable.NewWriter(w)
		if _, err := q.Write([]byte(part.body)); err != nil {
			return nil, fmt.Errorf("notify: part: %w", err)
		}
		if err := q.Close(); err != nil {
			return nil, fmt.Errorf("notify: part: %w", err)
		}
	}
	if err := parts.Close(); err != nil {
		return nil, fmt.Errorf("notify: parts: %w", err)
	}
	return b.Bytes(), nil
}

// encode makes a subject of one line; words that are not plain ASCII are encoded.
func encode(s string) string { return mime.QEncoding.Encode("utf-8", oneLine(s)) }

// oneLine joins lines and drops control characters.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' }), " ")
}
