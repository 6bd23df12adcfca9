package form

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"ordering/shared/guest"
	"ordering/shared/table"
)

// Outcomes of closed cases.
const (
	OutcomeClosed    = "closed"    // read, answered or refused by a person; the note says which
	OutcomeExported  = "exported"  // a request to know
	OutcomeDeleted   = "deleted"   // a request to delete
	OutcomeCorrected = "corrected" // a request to correct
	OutcomeLimited   = "limited"   // a request to limit
	OutcomeErased    = "erased"    // its guest was erased before anyone closed it
)

// Errors of Close.
var (
	ErrClosed     = errors.New("form: the case is closed")
	ErrUnverified = errors.New("form: the guest has not confirmed the address")
)

// Closing is how a case is closed.
type Closing struct {
	Outcome string
	Note    string // of the operator
	Done    bool   // the guest gets MailDone
}

// Close closes a case. It returns ErrClosed, also if another operator or an erasure was faster, ErrUnverified or problem.NotFound.
func Close(ctx context.Context, t table.Table, id string, how Closing, now time.Time) (Case, error) {
	return Change(ctx, t, id, func(c *Case) ([]table.Op, error) {
		if c.Status == Closed {
			return nil, ErrClosed
		}
		if c.Status == Unverified {
			return nil, ErrUnverified
		}
		c.Status, c.Closed, c.Outcome = Closed, now.UTC(), how.Outcome
		if how.Note != "" {
			c.Notes = append(c.Notes, Note{At: now.UTC(), Text: how.Note})
		}
		ops := []table.Op{SendEvent(id, EventClosed, now)}
		if how.Done {
			ops = append(ops, SendMail(id, MailDone, 1, now))
		}
		return ops, nil
	})
}

// Deleter deletes files of forms. A missing file is no error.
type Deleter interface {
	Delete(ctx context.Context, names ...string) error
}

// Mailbox keeps copies of mails.
type Mailbox interface {
	// ForgetCase removes the mail to the desk about a case.
	ForgetCase(ctx context.Context, id string) error
}

// Erasure erases a person from their cases.
type Erasure struct {
	Table  table.Table
	Files  Deleter
	Mails  Mailbox // nil if no mails are kept
	Guests guest.Secret
	Now    func() time.Time
	// Answers means that nothing else is stored about the person, which answers the open privacy requests. Otherwise they stay open.
	Answers bool
}

// erasedFor is how long the rest of an erased case is kept so that its last event and mail can be sent.
const erasedFor = 7 * 24 * time.Hour

// Erase erases the person with this pseudonym of an address from their cases, deletes their files, and returns how many cases it erased. Of
// a privacy request it keeps kind, dates and outcome. The choice not to be sold stays: the law wants it respected, and its row has only a
// pseudonym.
func (e Erasure) Erase(ctx context.Context, name string) (erased int, err error) {
	all, err := OfPerson(ctx, e.Table, name)
	if err != nil {
		return 0, err
	}
	for _, c := range all {
		switch err := e.erase(ctx, c, name); {
		case errors.Is(err, errStays):
		case err != nil:
			return erased, fmt.Errorf("form: erase a case: %w", err)
		default:
			erased++
		}
	}
	return erased, nil
}

// isRecord reports whether what an erasure leaves of the case is the record of a privacy request, which the law wants kept.
func (c Case) isRecord() bool {
	return c.Kind == DoNotSell || c.Kind == Privacy && !c.Verified.IsZero()
}

func (c Case) isOpenRequest() bool { return c.Kind == Privacy && c.Status == Open }

// errStays says that an erasure leaves the case: it is an open privacy request, which only a person answers.
var errStays = errors.New("form: an open privacy request stays")

func (e Erasure) erase(ctx context.Context, c Case, name string) error {
	stays := func(c Case) bool { return c.isOpenRequest() && !e.Answers }
	if stays(c) {
		return errStays
	}
	var files []string
	for _, f := range c.Files {
		files = append(files, f.Name)
	}
	if len(files) > 0 {
		if err := e.Files.Delete(ctx, files...); err != nil {
			return err
		}
	}
	if e.Mails != nil {
		if err := e.Mails.ForgetCase(ctx, c.ID); err != nil {
			return err
		}
	}
	now := e.Now().UTC()
	_, err := Change(ctx, e.Table, c.ID, func(c *Case) ([]table.Op, error) {
		if stays(*c) { // verified meanwhile
			return nil, errStays
		}
		ops := []table.Op{table.Delete(c.ofPerson(name).Key, 0), SendEvent(c.ID, EventErased, now)}
		if c.Kind == Contest {
			ops = append(ops, table.Delete(c.contestKey(e.Guests), 0))
		}
		if c.isOpenRequest() && c.Entry.Request == "delete" {
			c.Outcome = OutcomeDeleted
			ops = append(ops, SendMail(c.ID, MailDone, 1, now), table.Put(c.recipient(now)))
		}
		*c = c.withoutPerson(now)
		return append(ops, table.Put(c.ofReference())), nil
	})
	return err
}

// withoutPerson returns what an erasure keeps of a case.
func (c Case) withoutPerson(now time.Time) Case {
	if c.Status != Closed {
		c.Status, c.Closed, c.Outcome = Closed, now, cmp.Or(c.Outcome, OutcomeErased)
	}
	return Case{
		ID: c.ID, Reference: c.Reference, Kind: c.Kind, Entry: Entry{Request: c.Entry.Request}, Received: c.Received, Status: c.Status,
		Verified: c.Verified, AcknowledgeBy: c.AcknowledgeBy, AnswerBy: c.AnswerBy, Closed: c.Closed, Outcome: c.Outcome, Erased: now,
		version: c.version,
	}
}

// recipient returns the row with the address of a guest for MailDone after the erasure. It ends with ForgetRecipient.
func (c Case) recipient(now time.Time) table.Item {
	to := Case{Entry: Entry{FirstName: c.Entry.FirstName, Email: c.Entry.Email}, Locale: c.Locale, Country: c.Country}
	return table.Item{Key: recipientKey(c.ID), Data: to.item().Data, Expires: now.Add(erasedFor).Truncate(time.Second)}
}

// recipientKey is in a partition of its own: notify, which deletes the row, deletes no cases.
func recipientKey(id string) table.Key { return table.Key{PK: "case-done#" + id, SK: "recipient"} }

// ForgetRecipient deletes the address that LoadDone returns for an erased case. Call it when MailDone is sent.
func ForgetRecipient(ctx context.Context, t table.Table, id string) error {
	if err := t.Write(ctx, table.Delete(recipientKey(id), 0)); err != nil {
		return fmt.Errorf("form: delete a recipient: %w", err)
	}
	return nil
}

// LoadDone is Load for MailDone: a case that was erased has its guest's name and address until the mail is sent.
func LoadDone(ctx context.Context, t table.Table, id string) (Case, error) {
	c, err := Load(ctx, t, id)
	if err != nil || c.Erased.IsZero() {
		return c, err
	}
	i, err := t.Get(ctx, recipientKey(id))
	if errors.Is(err, table.ErrNotFound) {
		return c, nil
	}
	if err != nil {
		return Case{}, fmt.Errorf("form: read a recipient: %w", err)
	}
	to, err := read(i)
	c.Entry.FirstName, c.Entry.Email, c.Locale, c.Country = to.Entry.FirstName, to.Entry.Email, to.Locale, to.Country
	return c, err
}
