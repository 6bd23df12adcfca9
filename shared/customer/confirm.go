package customer

import (
	"context"
	"fmt"
	"time"

	"ordering/shared/limit"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// confirmedFor is how long a confirmation is valid. A sign-in confirms too, except at a provider.
const confirmedFor = 5 * time.Minute

// IsConfirmed reports whether the customer proved in the last minutes who they are.
func (s Session) IsConfirmed(now time.Time) bool { return now.Before(s.Confirmed.Add(confirmedFor)) }

// mailedCode is the last code that was mailed to confirm the session, or the zero value.
type mailedCode struct {
	Nth    int       `json:"nth,omitempty"` // of all codes of the session
	Mailed time.Time `json:"mailed,omitzero"`
	Tries  int       `json:"tries,omitempty"`
}

// ConfirmPassword confirms a session with the customer's password. It returns problem.PasswordWrong, or problem.SignInsLimited after too
// many attempts.
func (a *Accounts) ConfirmPassword(ctx context.Context, customer, session, password string) error {
	who := "customer/" + customer
	counted := []limit.Attempt{limitSignIns.Of(who), limitHashes.Of(who)}
	if err := a.attempts().Count(ctx, counted...); err != nil {
		return err
	}
	c, err := findCredential(ctx, a.Table, customer)
	if err != nil {
		return err
	}
	ok, _, err := a.verify(ctx, password, c.Hash, counted...)
	if err != nil {
		return err
	}
	if !ok {
		return problem.New(problem.PasswordWrong)
	}
	return a.Sessions.change(ctx, customer, session, func(s *Session) ([]table.Op, error) {
		s.confirm(a.Now())
		return []table.Op{limitSignIns.Of(who).Forget()}, nil
	})
}

// MailCode mails a code that confirms the session, and invalidates the previous code. It returns problem.SignInsLimited after too many
// mails.
func (a *Accounts) MailCode(ctx context.Context, customer, session string) error {
	if err := a.attempts().Count(ctx, limitMails.Of("customer/"+customer)); err != nil {
		return err
	}
	return a.Sessions.change(ctx, customer, session, func(s *Session) ([]table.Op, error) {
		s.Code = mailedCode{Nth: s.Code.Nth + 1, Mailed: a.Now()}
		return []table.Op{Mail(MailCode, s.ID, s.Code.Nth, s.Code.Mailed)}, nil
	})
}

// ConfirmMailedCode confirms a session with the code of the mail. It returns problem.CodeWrong with the tries that are left, or
// problem.CodeExpired.
func (a *Accounts) ConfirmMailedCode(ctx context.Context, customer, session, code string) error {
	var refused error
	err := a.Sessions.change(ctx, customer, session, func(s *Session) ([]table.Op, error) {
		if refused = nil; s.Code.Tries >= maxTries || !a.Now().Before(s.Code.Mailed.Add(codeFor)) {
			return nil, problem.New(problem.CodeExpired)
		}
		want, err := a.Codes.Code(ctx, s.ID, s.Code.Nth)
		if err != nil {
			return nil, err
		}
		if s.Code.Tries++; same(code, want) {
			s.confirm(a.Now())
		} else {
			refused = problem.New(problem.CodeWrong, "left", maxTries-s.Code.Tries)
		}
		return nil, nil
	})
	if err != nil {
		return err
	}
	return refused
}

// confirm records a proof and invalidates the mailed code.
func (s *Session) confirm(now time.Time) { s.Confirmed, s.Code.Mailed = now, time.Time{} }

// writeIn writes the operations if the customer's session has not ended. It returns problem.SessionEnded if it has.
func (s *Sessions) writeIn(ctx context.Context, customer, id string, ops ...table.Op) error {
	return s.change(ctx, customer, id, func(*Session) ([]table.Op, error) { return ops, nil })
}

// change writes a change of the customer's session together with the operations that it returns. After a conflict with a refresh it loads
// the session again and retries. It returns problem.SessionEnded if the session has ended.
func (s *Sessions) change(ctx context.Context, customer, id string, change func(*Session) ([]table.Op, error)) error {
	for {
		session, err := s.Find(ctx, customer, id)
		if err != nil {
			return err
		}
		ops, err := change(&session)
		if err != nil {
			return err
		}
		item := session.item()
		err = s.table.Write(ctx, append(ops, table.Replace(item, session.version))...)
		if err == nil {
			return nil
		}
		if !table.Failed(err, item.Key) {
			return fmt.Errorf("customer: change a session: %w", err)
		}
	}
}
