package notify

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"ordering/shared/form"
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
	ReplyTo  string // address that gets the answer; empty: From
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

// DeskMessageID returns the id of the mail to the desk about a case.
func DeskMessageID(id string) string { return messageID(form.MailID(id, form.MailDesk, 1)) }

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

// Mail returns the message for go-mail. It refuses addresses that RFC 5322 does not allow, line breaks above all, and encoded words.
func (m Message) Mail() (*gomail.Msg, error) {
	for _, address := range []string{m.From.Address, m.To.Address, cmp.Or(m.ReplyTo, m.From.Address)} {
		if parsed, err := mail.ParseAddress(address); err != nil || parsed.Address != address || strings.Contains(address, "=?") {
			return nil, errors.New("mail: invalid address") // without the address: errors are logged
		}
	}
	_, domain, _ := strings.Cut(m.From.Address, "@")
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithBoundary("part-"+m.ID))
	m.From.Name, m.To.Name = plainHeader(m.From.Name), plainHeader(m.To.Name)
	msg.FromMailAddress(&m.From)
	msg.ToMailAddress(&m.To)
	if m.ReplyTo != "" {
		if err := msg.ReplyTo("<" + m.ReplyTo + ">"); err != nil {
			return nil, errors.New("mail: invalid address")
		}
	}
	msg.Subject(plainHeader(m.Subject))
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

// plainHeader returns the text on one line and without encoded words (RFC 2047): a client would show what they hide.
func plainHeader(text string) string { return strings.ReplaceAll(oneLine(text), "=?", "= ?") }
