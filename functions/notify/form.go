package notify

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/mail"
	"time"

	"ordering/shared/form"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/webhook"
)

// formMail writes about a case: to its desk, or to the guest.
func (n *Notify) formMail(ctx context.Context, d outbox.Delivery) error {
	var row form.MailRow
	if err := d.Into(&row); err != nil {
		return err
	}
	load := form.Load
	if row.Mail == form.MailDone {
		load = form.LoadDone
	}
	c, err := load(ctx, n.table, row.Case)
	if problem.Is(err, problem.NotFound) {
		return nil // expired
	}
	if err != nil {
		return fmt.Errorf("form mail %s: %w", row.Mail, err)
	}
	if c.Entry.Email == "" { // erased
		return nil
	}
	if row.Mail == form.MailCode && (c.Status != form.Unverified || c.Code.Nth != row.Nth) { // a later code replaced it
		return nil
	}
	m, err := n.formMessage(ctx, row, c)
	if err != nil {
		return fmt.Errorf("form mail %s: %w", row.Mail, err)
	}
	m.ID, m.Date = messageID(d.ID), d.Since
	if err := n.mailer.Send(ctx, m); err != nil || c.Erased.IsZero() {
		return err
	}
	return form.ForgetRecipient(ctx, n.table, c.ID)
}

// formMessage returns the mail of a row, without ID and Date. The code is derived here: no row contains it. Each side answers the other.
func (n *Notify) formMessage(ctx context.Context, row form.MailRow, c form.Case) (Message, error) {
	desk, guest := n.brand.Desks[form.Kinds[c.Kind].Desk], c.Entry.Email
	if row.Mail == form.MailDesk {
		v, err := n.deskView(ctx, c)
		if err != nil {
			return Message{}, err
		}
		m, err := n.render(v, mail.Address{Address: desk})
		m.ReplyTo = guest
		return m, err
	}
	code := ""
	if row.Mail == form.MailCode {
		var err error
		if code, err = n.codes.Code(ctx, c.ID, row.Nth); err != nil {
			return Message{}, err
		}
	}
	m, err := n.render(n.formView(row.Mail, c, code), mail.Address{Address: guest})
	m.ReplyTo = desk
	return m, err
}

// DeskMessage is the body of a webhook to the system of the desks. The header webhook.DeskHeader has its signature.
type DeskMessage struct {
	ID   string    `json:"id"`   // the same for every delivery of this message
	Type string    `json:"type"` // form.received, form.verified, form.closed or form.erased
	At   time.Time `json:"at"`
	Case DeskCase  `json:"case"`
}

// DeskCase is a case at the time of sending. An erased case has only Reference.
type DeskCase struct {
	Reference     string      `json:"reference"`
	Kind          form.Kind   `json:"kind,omitempty"`
	Desk          string      `json:"desk,omitempty"` // topic
	Status        form.Status `json:"status,omitempty"`
	Outcome       string      `json:"outcome,omitempty"` // of a closed case
	Locale        string      `json:"locale,omitempty"`  // in which the guest writes
	Received      time.Time   `json:"received,omitzero"`
	AcknowledgeBy time.Time   `json:"acknowledgeBy,omitzero"`
	AnswerBy      time.Time   `json:"answerBy,omitzero"`
	Entry         *form.Entry `json:"entry,omitempty"`
	Files         []string    `json:"files,omitempty"` // names
}

// formEvent sends an event to the system of the desks. After an erasure it sends only that.
func (n *Notify) formEvent(ctx context.Context, d outbox.Delivery) error {
	var row form.EventRow
	if err := d.Into(&row); err != nil {
		return err
	}
	if n.desk.URL == "" {
		return nil
	}
	c, err := form.Load(ctx, n.table, row.Case)
	if problem.Is(err, problem.NotFound) {
		return nil // expired
	}
	if err != nil {
		return fmt.Errorf("form event %s: %w", row.Event, err)
	}
	erased := row.Event == form.EventErased
	if !erased && !c.Erased.IsZero() {
		return nil
	}
	m := DeskMessage{ID: messageID(d.ID), Type: "form." + string(row.Event), At: d.Since, Case: DeskCase{Reference: c.Reference}}
	if erased {
		return n.desk.erase(ctx, m)
	}
	m.Case = forDesk(c)
	return n.desk.post(ctx, m)
}

// PingDesk checks the address and the secrets of the system of the desks: it sends the erasure of a case that does not exist.
func PingDesk(ctx context.Context, desk webhook.System, now func() time.Time) error {
	m := DeskMessage{ID: rand.Text(), Type: webhook.FormErased, At: now().UTC(), Case: DeskCase{Reference: "0000-0000"}}
	return sender{System: desk, Now: now}.erase(ctx, m)
}

func forDesk(c form.Case) DeskCase {
	d := DeskCase{
		Reference: c.Reference, Kind: c.Kind, Desk: form.Kinds[c.Kind].Desk, Status: c.Status, Outcome: c.Outcome, Locale: c.Locale,
		Received: c.Received, AcknowledgeBy: c.AcknowledgeBy, AnswerBy: c.AnswerBy, Entry: &c.Entry,
	}
	for _, f := range c.Files {
		d.Files = append(d.Files, f.Name)
	}
	return d
}
