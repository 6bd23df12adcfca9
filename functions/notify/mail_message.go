package notify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"ordering/shared/order"
	"ordering/shared/outbox"
)

// Mailer sends mail. It gets a message with the same ID again if its answer was lost.
type Mailer interface {
	// Send returns an outbox.Unreachable error while the service is not available, which is also ErrBusy if the service limits the
	// rate. Its errors do not quote the guest.
	Send(ctx context.Context, m Message) error
}

// ErrBusy means that the mail service accepts no more mails in this second.
var ErrBusy = errors.New("too many mails in a second")

// Message is a mail to one person.
type Message struct {
	ID       string // the same for every attempt; letters and digits
	From, To mail.Address
	Date     time.Time
	Language string // tag of the language it is written in
	Subject  string
	Text     string
	HTML     string // empty: plain text alone
}

// messageID returns the id of the message of an outbox row: a digest, because the row's id contains the order's token.
func messageID(row string) string {
	sum := sha256.Sum256([]byte(row))
	return hex.EncodeToString(sum[:16])
}

// MessageIDs returns the ids of all mails that an order can have.
func MessageIDs(o order.Order) []string {
	ids := make([]string, len(outbox.Mails))
	for n, m := range outbox.Mails {
		ids[n] = messageID(outbox.MailID(o.Token, m))
	}
	return ids
}

// Bytes returns the message in the form of RFC 5322, as plain text and HTML; the same message is the same bytes.
func (m Message) Bytes() ([]byte, error) {
	msg, err := m.Mail()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := msg.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("mail: message: %w", err)
	}
	return b.Bytes(), nil
}

// Mail returns the message for go-mail. It refuses addresses that RFC 5322 does not allow, line breaks above all.
func (m Message) Mail() (*gomail.Msg, error) {
	for _, a := range []mail.Address{m.From, m.To} {
		if parsed, err := mail.ParseAddress(a.Address); err != nil || parsed.Address != a.Address {
			return nil, errors.New("mail: invalid address") // without the address: errors are logged
		}
	}
	_, domain, _ := strings.Cut(m.From.Address, "@")
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithBoundary("part-"+m.ID))
	msg.FromMailAddress(&m.From)
	msg.ToMailAddress(&m.To)
	msg.Subject(oneLine(m.Subject))
	msg.SetDateWithValue(m.Date.UTC())
	msg.SetMessageIDWithValue(m.ID + "@" + domain)
	msg.SetGenHeader(gomail.HeaderContentLang, m.Language)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	return msg, nil
}
