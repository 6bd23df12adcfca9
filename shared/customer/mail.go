package customer

import (
	"fmt"
	"time"

	"ordering/shared/outbox"
	"ordering/shared/table"
)

// MailKind is a mail about an account.
type MailKind string

// The mails. Their subject is a SignUp, a Reset, a Session (MailCode and MailSessionStolen) or a customer.
const (
	MailSignUp          MailKind = "sign-up"
	MailReset           MailKind = "reset"
	MailCode            MailKind = "code"
	MailPasswordChanged MailKind = "password-changed"
	MailSessionStolen   MailKind = "session-stolen"
	MailDeletion        MailKind = "deletion"
	MailEmailCode       MailKind = "email-code"    // to the new address of an EmailChange
	MailEmailChanged    MailKind = "email-changed" // to the old one
	MailPasskeyAdded    MailKind = "passkey-added"
	MailSocialLinked    MailKind = "social-linked" // of the Provider
	MailSocialUnlinked  MailKind = "social-unlinked"
	MailPointsExpire    MailKind = "points-expire" // Points expire at the instant At
	MailBirthday        MailKind = "birthday"      // only for a customer who wants advertising by mail, as MailAnniversary
	MailAnniversary     MailKind = "anniversary"
)

// MailRow is the payload of outbox.KindAccountMail. It contains no personal data and no code.
type MailRow struct {
	Mail    MailKind `json:"mail"`
	Subject string   `json:"subject"` // the id of a sign-up, a reset, a session or a customer
	Nth     int      `json:"nth"`
	// Provider is the social network of MailSocialLinked and MailSocialUnlinked.
	Provider string `json:"provider,omitempty"`
	// Points and At (UTC) are of MailPointsExpire. Zone (IANA; empty: that of the head office) is the customer's, for mails of the programme.
	Points int64     `json:"points,omitempty"`
	At     time.Time `json:"at,omitzero"`
	Zone   string    `json:"zone,omitempty"`
}

// Op returns the row of the outbox that sends the mail.
func (row MailRow) Op(now time.Time) table.Op {
	return outbox.Row(outbox.KindAccountMail, fmt.Sprintf("%s/%s-%d", row.Subject, row.Mail, row.Nth), row, now)
}

// Mail returns the row of the outbox that sends a mail.
func Mail(kind MailKind, subject string, nth int, now time.Time) table.Op {
	return MailRow{Mail: kind, Subject: subject, Nth: nth}.Op(now)
}
