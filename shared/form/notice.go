package form

import (
	"fmt"
	"time"

	"ordering/shared/outbox"
	"ordering/shared/table"
)

// Mail is a mail about a case.
type Mail string

// The mails. MailDesk goes to the desk, the others to the guest.
const (
	MailDesk         Mail = "desk"
	MailCopy         Mail = "copy"         // confirms that the form arrived
	MailCode         Mail = "code"         // has the code that verifies a privacy request
	MailAcknowledged Mail = "acknowledged" // has the deadlines of a privacy request
	MailDone         Mail = "done"         // a desk closed the privacy request
)

// MailRow is the payload of outbox.KindFormMail.
type MailRow struct {
	Case string `json:"case"` // id
	Mail Mail   `json:"mail"`
	Nth  int    `json:"nth"` // of the code, see Code.Nth; 1 for the other mails
}

// Event is what happened to a case, for the systems of the desks.
type Event string

// The events.
const (
	EventReceived Event = "received"
	EventVerified Event = "verified"
	EventClosed   Event = "closed"
	EventErased   Event = "erased"
)

// EventRow is the payload of outbox.KindFormEvent.
type EventRow struct {
	Case  string `json:"case"` // id
	Event Event  `json:"event"`
}

// MailID is the id of the row of a mail.
func MailID(id string, mail Mail, nth int) string {
	return fmt.Sprintf("%s/form-mail-%s-%d", id, mail, nth)
}

// SendMail returns the row of the outbox that sends a mail.
func SendMail(id string, mail Mail, nth int, due time.Time) table.Op {
	return outbox.Row(outbox.KindFormMail, MailID(id, mail, nth), MailRow{id, mail, nth}, due)
}

// SendEvent returns the row of the outbox that sends an event.
func SendEvent(id string, event Event, due time.Time) table.Op {
	return outbox.Row(outbox.KindFormEvent, fmt.Sprintf("%s/form-event-%s", id, event), EventRow{id, event}, due)
}
