package customer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ordering/shared/guest"
	"ordering/shared/limit"
	"ordering/shared/problem"
)

// A success ends the count of limitSignIns. limitHashes counts successes too, because each costs a hash: strangers cannot reach it with the
// guesses that limitSignIns allows in a day. limitResets bounds the links to set a password apart from limitMails, so that sign-ups of a
// stranger do not keep the owner of a mailbox from one.
var (
	limitSignIns   = limit.Limit{Kind: "sign-ins", Free: 10, OfNetwork: 500, First: time.Second, Longest: 15 * time.Minute}
	limitHashes    = limit.Limit{Kind: "hashes", Free: 200, First: time.Minute, Longest: time.Hour}
	limitPasswords = limit.Limit{Kind: "passwords", Free: 5, First: time.Minute, Longest: time.Hour}
	limitMails     = limit.Limit{Kind: "mails", Free: 5, OfNetwork: 100, First: time.Minute, Longest: time.Hour}
	limitResets    = limit.Limit{Kind: "resets", Free: 5, First: time.Minute, Longest: time.Hour}
)

func (a *Accounts) attempts() limit.Counter {
	return limit.Counter{Table: a.Table, Now: a.Now, Limited: problem.SignInsLimited}
}

// verify reports whether the password has this hash, and returns a new hash if the old one should be replaced. If the hasher fails, verify
// uncounts the attempts, because the password was not judged.
func (a *Accounts) verify(ctx context.Context, password, hash string, counted ...limit.Attempt) (ok bool, renewed string, err error) {
	if ok, renewed, err = a.Hasher.Verify(ctx, Password(password), hash); err != nil {
		err = errors.Join(err, a.attempts().Uncount(context.WithoutCancel(ctx), counted...))
		return false, "", fmt.Errorf("customer: verify a password: %w", err)
	}
	return ok, renewed, nil
}

// countMail counts a mail to an address, and returns the id of the customer with the address, or "".
func (a *Accounts) countMail(ctx context.Context, l limit.Limit, email, network string) (id string, err error) {
	guests, err := a.Guests.Current(ctx)
	if err != nil {
		return "", fmt.Errorf("customer: read the guest secret: %w", err)
	}
	if err := a.attempts().Count(ctx, l.Of(guests.Mailbox(email)), limitMails.From(a.network(guests, network))); err != nil {
		return "", err
	}
	return IDOfEmail(ctx, a.Table, guests, email)
}

// network returns the pseudonym of a network, or "" if the caller's is not known.
func (a *Accounts) network(guests guest.Secret, address string) string {
	if address == "" {
		return ""
	}
	return guests.Network(address)
}
