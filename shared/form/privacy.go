package form

import (
	"context"
	"crypto/subtle"
	"fmt"
	"strings"
	"time"

	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
)

const (
	// CodeFor is how long a mailed code is valid.
	CodeFor  = time.Hour
	maxTries = 5 // of one code
)

// The deadlines of a privacy request, from its receipt. Laws of Canada (PIPEDA, Law 25) give 30 days, those of the United States 45.
const (
	acknowledgeDays  = 10 // business days
	answerDays       = 45
	answerDaysCanada = 30
)

// SendCode mails another code of a privacy request, and invalidates the previous one. It returns problem.NotFound or problem.FormsLimited.
func (s *Service) SendCode(ctx context.Context, id string) error {
	_, err := Change(ctx, s.Table, id, func(c *Case) ([]table.Op, error) {
		if c.Status != Unverified {
			return nil, problem.New(problem.NotFound)
		}
		guests, err := s.Guests.Current(ctx)
		if err != nil {
			return nil, fmt.Errorf("form: read the guest secret: %w", err)
		}
		counted, err := s.Attempts().Ops(ctx, LimitMails.Of(guests.Mailbox(c.Entry.Email)))
		if err != nil {
			return nil, err
		}
		c.Code = Code{Nth: c.Code.Nth + 1, Mailed: s.Now().UTC()}
		return append(counted, SendMail(c.ID, MailCode, c.Code.Nth, c.Code.Mailed)), nil
	})
	return err
}

// Verify verifies a privacy request with the code of its mail, and sends it to the desk. A repetition gets the same receipt. It returns
// problem.NotFound, problem.CodeWrong with the tries that are left, or problem.CodeExpired.
func (s *Service) Verify(ctx context.Context, id, code string) (Receipt, error) {
	guests, err := s.Guests.Current(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("form: read the guest secret: %w", err)
	}
	if c, err := Load(ctx, s.Table, id); err != nil || !c.Verified.IsZero() {
		return c.Receipt(), err
	}
	var refused error
	c, err := Change(ctx, s.Table, id, func(c *Case) ([]table.Op, error) {
		now := s.Now().UTC()
		switch refused = nil; {
		case !c.Verified.IsZero(): // by the same request at the same time
			return nil, nil
		case c.Status != Unverified:
			return nil, problem.New(problem.NotFound)
		case c.Code.Tries >= maxTries || !now.Before(c.Code.Mailed.Add(CodeFor)):
			return nil, problem.New(problem.CodeExpired)
		}
		want, err := s.Codes.Code(ctx, c.ID, c.Code.Nth)
		if err != nil {
			return nil, err
		}
		if c.Code.Tries++; subtle.ConstantTimeCompare([]byte(strings.ReplaceAll(code, " ", "")), []byte(want)) == 0 {
			refused = problem.New(problem.CodeWrong, "left", maxTries-c.Code.Tries)
			return nil, nil
		}
		c.Status, c.Verified = Open, now
		received := location.DateOf(c.Received.In(location.Timezone(s.Brand.TimeZone)))
		c.AcknowledgeBy = midnight(businessDays(received, acknowledgeDays))
		c.AnswerBy = midnight(received.Plus(answerDays))
		if c.Entry.Country == "CA" {
			c.AnswerBy = midnight(received.Plus(answerDaysCanada))
		}
		return []table.Op{
			table.Put(c.ofPerson(guests.Name(c.Entry.Email))), table.Put(c.ofReference()), // they expire with the case
			SendMail(c.ID, MailDesk, 1, now), SendMail(c.ID, MailAcknowledged, 1, now),
			SendEvent(c.ID, EventVerified, now),
		}, nil
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return Receipt{}, err
	}
	return c.Receipt(), nil
}

// businessDays returns the nth day after d that is no Saturday or Sunday. Holidays count, so the deadline is never too late.
func businessDays(d location.Date, n int) location.Date {
	for n > 0 {
		if d = d.Plus(1); d.Weekday() != time.Saturday && d.Weekday() != time.Sunday {
			n--
		}
	}
	return d
}

func midnight(d location.Date) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}
