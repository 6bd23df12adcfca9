package customer

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"ordering/shared/locale"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// resetFor is how long the link of a reset is valid.
const resetFor = 30 * time.Minute

// Reset is a request to set a new password. Customer is empty if the address has no account: then the mail reports that.
type Reset struct {
	ID       string        `json:"-"`
	Customer string        `json:"customer,omitempty"`
	Email    string        `json:"email"`
	Language locale.Locale `json:"language"`
	Country  string        `json:"country"`
	Asked    time.Time     `json:"asked"`

	version int64
}

func resetKey(id string) table.Key { return table.Key{PK: "reset#" + id, SK: "reset"} }

// FindReset returns a reset that has not expired, or table.ErrNotFound.
func FindReset(ctx context.Context, t table.Table, id string) (r Reset, err error) {
	r.ID = id
	r.version, err = read(ctx, t, resetKey(id), "a reset", &r)
	return r, err
}

// Forgot mails a link to set a new password, or that there is no account. It answers and works the same for both.
func (a *Accounts) Forgot(ctx context.Context, email string, language locale.Locale, country, network string) error {
	id, err := a.countMail(ctx, limitResets, email, network)
	if err != nil {
		return err
	}
	now := a.Now()
	r := Reset{ID: rand.Text(), Customer: id, Email: email, Language: language, Country: country, Asked: now}
	item := table.Item{Key: resetKey(r.ID), Data: table.Encode(r), Expires: now.Add(resetFor).Truncate(time.Second)}
	if err := a.Table.Write(ctx, table.Create(item), Mail(MailReset, r.ID, 1, now)); err != nil {
		return fmt.Errorf("customer: write a reset: %w", err)
	}
	return nil
}

// SetPassword sets a new password with the link of a reset, once, ends all sessions, and tells the customer by mail. It returns new marks
// of the browser, so that guesses of others do not lock out the owner of the mailbox. It returns problem.LinkExpired, also if the password
// or the address has changed since the reset was asked for, or the account was erased. It returns problem.Invalid with what is wrong with
// the password, or problem.SignInsLimited after too many attempts with the link.
func (a *Accounts) SetPassword(ctx context.Context, id, link, password, browser string) (marks string, err error) {
	r, err := FindReset(ctx, a.Table, id)
	if errors.Is(err, table.ErrNotFound) {
		return "", problem.New(problem.LinkExpired)
	}
	if err != nil {
		return "", err
	}
	want, err := a.Codes.Link(ctx, id, 1)
	if err != nil {
		return "", err
	}
	if r.Customer == "" || !same(link, want) {
		return "", problem.New(problem.LinkExpired)
	}
	guests, err := a.Guests.Current(ctx)
	if err != nil {
		return "", fmt.Errorf("customer: read the guest secret: %w", err)
	}
	valid := func(found Customer, c credential) error {
		if r.Asked.Before(c.Changed) || guests.Name(r.Email) != guests.Name(found.Email) {
			return problem.New(problem.LinkExpired)
		}
		return nil
	}
	c, err := a.change(ctx, r.Customer, "", password, "reset/"+id, valid, table.Delete(resetKey(id), r.version))
	if table.Failed(err, resetKey(id)) || errors.Is(err, table.ErrNotFound) {
		return "", problem.New(problem.LinkExpired)
	}
	if err != nil {
		return "", err
	}
	return a.Sessions.markBrowser(ctx, browser, c)
}

// ChangePassword sets a new password and ends all sessions but this one. It returns new marks of the browser: the older ones are invalid.
// It returns problem.Invalid with what is wrong with the password, problem.SignInsLimited after too many changes, or problem.SessionEnded
// if the session has ended or the account was erased.
func (a *Accounts) ChangePassword(ctx context.Context, customer, session, password, browser string) (marks string, err error) {
	always := func(Customer, credential) error { return nil }
	c, err := a.change(ctx, customer, session, password, "customer/"+customer, always)
	if errors.Is(err, table.ErrNotFound) {
		return "", problem.New(problem.SessionEnded).Because(err)
	}
	if err != nil {
		return "", err
	}
	return a.Sessions.markBrowser(ctx, browser, c)
}

// change writes a new password with the operations and the mail that reports the change, and ends all sessions but one in the same write.
// The hash counts for who. allowed is called with what is stored now; its error is returned. If the account was erased, change returns
// table.ErrNotFound; if the session that it keeps has ended, problem.SessionEnded.
func (a *Accounts) change(
	ctx context.Context, customer, except, typed, who string, allowed func(Customer, credential) error, more ...table.Op,
) (credential, error) {
	password, hash := Password(typed), ""
	for {
		found, err := Find(ctx, a.Table, customer)
		if err != nil {
			return credential{}, err
		}
		c, err := findCredential(ctx, a.Table, customer)
		if err == nil {
			err = allowed(found, c)
		}
		if err != nil {
			return credential{}, err
		}
		if code := a.checkPassword(password, found); code != "" {
			return credential{}, problem.New(problem.Invalid).With(problem.Finding(code, "/password"))
		}
		if hash == "" {
			if err := a.attempts().Count(ctx, limitHashes.Of(who)); err != nil {
				return credential{}, err
			}
			if hash, err = a.Hasher.Hash(ctx, password); err != nil {
				return credential{}, fmt.Errorf("customer: hash a password: %w", err)
			}
		}
		// No session is missing: one that begins after the credential was read changes it, and the write fails.
		ending, err := a.Sessions.ending(ctx, customer, except)
		if err != nil {
			return credential{}, err
		}
		if first := len(ending) - (table.MaxSet - len(more) - 3); first > 0 {
			if err := a.Sessions.end(ctx, ending[:first]); err != nil {
				return credential{}, err
			}
			ending = ending[first:]
		}
		now := a.Now()
		c.Hash, c.Changed = hash, now
		changed := []table.Op{c.replace(), Mail(MailPasswordChanged, customer, int(c.version), now)}
		ops := slices.Concat(more, changed, ending)
		if except == "" {
			err = a.Table.Write(ctx, ops...)
		} else {
			err = a.Sessions.writeIn(ctx, customer, except, ops...)
		}
		if err == nil {
			return c, nil
		}
		// A sign-in wrote the credential meanwhile.
		if !table.Failed(err, c.key()) {
			return credential{}, fmt.Errorf("customer: change a password: %w", err)
		}
	}
}
