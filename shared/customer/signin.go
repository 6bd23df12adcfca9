package customer

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ordering/shared/problem"
	"ordering/shared/table"
)

// SignIn checks an address and a password. It returns problem.CredentialsWrong if they do not match, always after the same reads and the
// same work, and problem.SignInsLimited after too many attempts for the account or from the network. A browser that has signed in to the
// account before has a limit of its own, and all such browsers of an account share a limit of hashes.
func (a *Accounts) SignIn(ctx context.Context, email, password, network string, b Browser) (SignedIn, error) {
	guests, err := a.Guests.Current(ctx)
	if err != nil {
		return SignedIn{}, fmt.Errorf("customer: read the guest secret: %w", err)
	}
	name := guests.Name(email)
	c, err := a.credentialOf(ctx, name)
	if err != nil {
		return SignedIn{}, err
	}
	known, err := a.Sessions.knownBrowser(ctx, b.Marks, c)
	if err != nil {
		return SignedIn{}, err
	}
	who, hashes, from := name, name, a.network(guests, network)
	if known != "" {
		who, hashes, from = fmt.Sprintf("%s/%x", name, known), name+"/known", ""
	}
	if err := a.attempts().Count(ctx, limitSignIns.Of(who), limitSignIns.From(from), limitHashes.Of(hashes)); err != nil {
		return SignedIn{}, err
	}
	for {
		ok, renewed, err := a.verify(ctx, password, c.Hash, limitSignIns.Of(who), limitSignIns.From(from), limitHashes.Of(hashes))
		if err != nil {
			return SignedIn{}, err
		}
		if !ok {
			return SignedIn{}, problem.New(problem.CredentialsWrong)
		}
		if renewed != "" {
			c.Hash = renewed
		}
		if err := a.attempts().Uncount(ctx, limitSignIns.From(from)); err != nil {
			return SignedIn{}, err
		}
		from = "" // it is given back once
		in, err := a.begin(ctx, c, b, limitSignIns.Of(who).Forget())
		if errors.Is(err, table.ErrNotFound) {
			return SignedIn{}, problem.New(problem.CredentialsWrong).Because(err) // the account is being erased
		}
		if !table.Failed(err, c.key()) {
			return in, err
		}
		// The credential changed meanwhile: check the password again.
		if c, err = a.credentialOf(ctx, name); err != nil {
			return SignedIn{}, err
		}
	}
}

// credentialOf returns the credential of the account with the address. It reads the same if there is no account.
func (a *Accounts) credentialOf(ctx context.Context, name string) (credential, error) {
	id, _, err := findEmail(ctx, a.Table, name)
	if err != nil {
		return credential{}, err
	}
	return findCredential(ctx, a.Table, id)
}

// begin writes a session of the customer together with the credential, so that the write fails if the password has changed. It cancels a
// deletion that the customer asked for.
func (a *Accounts) begin(ctx context.Context, c credential, b Browser, more ...table.Op) (SignedIn, error) {
	found, err := Find(ctx, a.Table, c.customer)
	if err != nil {
		return SignedIn{}, err
	}
	c.SignIn = a.Now()
	in, err := a.writeSession(ctx, found, c, b, slices.Concat(more, found.keep(), []table.Op{c.replace()})...)
	if table.Failed(err, profileKey(found.ID)) && !table.Failed(err, c.key()) {
		return a.begin(ctx, c, b, more...) // the profile changed meanwhile
	}
	return in, err
}

// writeSession writes a session of the customer in one write with the operations, and marks the browser.
func (a *Accounts) writeSession(ctx context.Context, c Customer, with credential, b Browser, ops ...table.Op) (SignedIn, error) {
	marks, err := a.Sessions.markBrowser(ctx, b.Marks, with)
	if err != nil {
		return SignedIn{}, err
	}
	session, cookie, begin, err := a.Sessions.Begin(ctx, c.ID, c.FirstName, b)
	if err != nil {
		return SignedIn{}, err
	}
	if err := a.Table.Write(ctx, append(ops, begin...)...); err != nil {
		return SignedIn{}, fmt.Errorf("customer: write a session: %w", err)
	}
	return SignedIn{Customer: c, Session: session, Cookie: cookie, Browser: marks}, nil
}
