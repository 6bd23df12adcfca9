package customer_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/problem"
	"ordering/shared/table"
)

func ofGoogle(email string) customer.Arrival {
	return customer.Arrival{Provider: "google", Subject: "g-" + email, Email: email, Verified: true, FirstName: "Anna", LastName: "Lee"}
}

func ofFacebook(email string) customer.Arrival {
	return customer.Arrival{Provider: "facebook", Subject: "f-" + email, Email: email, FirstName: "Anna", LastName: "Lee"}
}

func (a *accounts) arrive(of customer.Arrival) (customer.SignedIn, string, error) {
	return a.Arrive(a.Context(), of, locale.En, "US", "203.0.113.7", customer.Browser{Agent: "Firefox"})
}

func (a *accounts) arrives(of customer.Arrival) customer.SignedIn {
	a.Helper()
	in, signUp, err := a.arrive(of)
	assert.Assert(a, err == nil && signUp == "" && in.Cookie != "", "sign-up %q, %v", signUp, err)
	return in
}

// opens returns the id of the account that the arrival opens, or "" if it asked for one.
func (a *accounts) opens(of customer.Arrival) string {
	a.Helper()
	in, signUp, err := a.arrive(of)
	assert.NilError(a, err)
	assert.Assert(a, (signUp == "") == (in.Customer.ID != ""), "sign-up %q, customer %q", signUp, in.Customer.ID)
	return in.Customer.ID
}

func TestAVerifiedArrivalOpensOneAccount(t *testing.T) {
	a := newAccounts(t)
	first := a.arrives(ofGoogle("ann@example.com"))
	c, err := customer.Find(t.Context(), a.table, first.Customer.ID)
	assert.Check(t, err == nil && c.Email == "ann@example.com" && c.FirstName == "Anna", "%+v %v", c, err)
	again := a.arrives(ofGoogle("ann@example.com"))
	moved := ofGoogle("ann@example.com")
	moved.Email, moved.Verified = "ann@new.example", false // the identity counts, not its present address
	apple := ofGoogle("ANN@example.com")
	apple.Provider = "apple"
	other := ofGoogle("ann@example.com")
	other.Subject = "another person with the mailbox"
	for name, in := range map[string]customer.SignedIn{
		"again": again, "moved": a.arrives(moved), "apple": a.arrives(apple), "other": a.arrives(other),
	} {
		assert.Check(t, in.Customer.ID == first.Customer.ID && in.Session.ID != first.Session.ID, "%s: %+v", name, in)
	}
	known := a.account("bob@example.com")
	assert.Equal(t, a.arrives(ofGoogle("bob@example.com")).Customer.ID, known)
}

// An erasure ends the profile first, and the identity and the password later.
func TestSignInsDuringAnErasureAreRefused(t *testing.T) {
	a := newAccounts(t)
	erase := func(id string) {
		assert.Check(t, errOf(customer.EndAccount(t.Context(), a.table, id, guest.Secret("pseudonyms"), a.Now(), false)))
	}
	in, bob := a.arrives(ofGoogle("ann@example.com")), a.account("bob@example.com")
	a.hasher.verify = func() { erase(bob) }
	wants(t, errOf(a.signIn("bob@example.com", password)), problem.CredentialsWrong, "erased while the password is verified")
	erase(in.Customer.ID)
	_, signUp, err := a.arrive(ofGoogle("ann@example.com"))
	assert.Check(t, is(err, problem.SocialRefused) && signUp == "", "sign-up %q, %v", signUp, err)
}

// A mail reports an identity that joins an existing account. The identity is removed when the account's address changes.
func TestALinkedIdentityIsMailedAndEndsWithTheAddress(t *testing.T) {
	linked := func(a *accounts) (sent []string) {
		for _, m := range a.mails() {
			if m.Mail == customer.MailSocialLinked {
				sent = append(sent, m.Subject+" "+m.Provider)
			}
		}
		return sent
	}
	a := newAccounts(t)
	id := a.account("ann@example.com")
	a.arrives(ofGoogle("ann@example.com"))
	a.arrives(ofGoogle("ann@example.com")) // linked already
	a.arrives(ofGoogle("bob@example.com")) // creates an account
	assert.DeepEqual(t, linked(a), []string{id + " google"})
	a.ask(id, "ANN@example.com") // the same mailbox
	assert.NilError(t, a.confirms(id, a.emailCode(id)))
	thief := ofGoogle("ann@example.com")
	thief.Email, thief.Verified = "eve@example.com", false
	a.arrives(thief)
	a.ask(id, "new@example.com")
	assert.NilError(t, a.confirms(id, a.emailCode(id)))
	assert.Equal(t, a.opens(thief), "")
	a.Pass(time.Minute)
	thief.Email, thief.Verified = "new@example.com", true
	assert.Equal(t, a.opens(thief), id)
}

// listing is a table that calls do once, after a customer's identities were listed.
type listing struct {
	table.Table
	do func()
}

func (l *listing) Query(ctx context.Context, q table.Query) (table.Page, error) {
	page, err := l.Table.Query(ctx, q)
	if do := l.do; do != nil && strings.HasPrefix(q.PK, "credential#") {
		l.do = nil
		do()
	}
	return page, err
}

// An identity that is linked while the address changes is removed too.
func TestAnIdentityLinkedDuringAChangeOfTheAddressIsRemoved(t *testing.T) {
	a := newAccounts(t)
	id := a.account("ann@example.com")
	a.ask(id, "new@example.com")
	of := ofGoogle("ann@example.com")
	during := *a.Accounts
	during.Table = &listing{Table: a.table, do: func() { a.arrives(of) }}
	assert.NilError(t, errOf(during.ConfirmEmail(t.Context(), id, a.session(id), a.emailCode(id))))
	of.Verified = false
	assert.Equal(t, a.opens(of), "")
}

// A change of the address leaves alone an identity that was unlinked meanwhile, and signs in another account since.
func TestAnIdentityOfAnotherAccountIsNotRemoved(t *testing.T) {
	a := newAccounts(t)
	of := ofGoogle("ann@example.com")
	ann, another := a.account("ann@example.com"), ""
	a.arrives(of)
	a.ask(ann, "new@example.com")
	during := *a.Accounts
	during.Table = &listing{Table: a.table, do: func() {
		assert.Check(t, a.UnlinkSocial(t.Context(), ann, "google", func(string) bool { return true }))
		of.Email = "another@example.com"
		another = a.arrives(of).Customer.ID
	}}
	assert.NilError(t, errOf(during.ConfirmEmail(t.Context(), ann, a.session(ann), a.emailCode(ann))))
	of.Verified = false
	assert.Check(t, another != ann)
	assert.Equal(t, a.opens(of), another)
}

// Two tabs that arrive at once share the account.
func TestConcurrentArrivalsOpenOneAccount(t *testing.T) {
	a := newAccounts(t)
	ids := make([]string, 8)
	var all sync.WaitGroup
	for n := range ids {
		all.Go(func() {
			if in, _, err := a.arrive(ofGoogle("ann@example.com")); err == nil {
				ids[n] = in.Customer.ID
			}
		})
	}
	all.Wait()
	for _, id := range ids {
		assert.Assert(t, id != "" && id == ids[0], "customers %v", ids)
	}
}

// An attacker signs up with the address of another person, and waits for them to arrive: the password and the code become useless.
func TestAVerifiedArrivalDiscardsWaitingSignUps(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	asked := ofFacebook("ann@example.com")
	_, other, err := a.arrive(asked)
	assert.Assert(t, err == nil && other != "", "%v %v", other, err)
	owner := a.arrives(ofGoogle("ann@example.com"))
	wants(t, errOf(a.ConfirmCode(t.Context(), id, a.code(id, 1), customer.Browser{})), problem.CodeExpired, "the code of the sign-up")
	err = errOf(a.ConfirmLink(t.Context(), id, a.link(id, 1), password, customer.Browser{}))
	assert.Check(t, is(err, problem.LinkExpired) || is(err, problem.CodeExpired), "the link was confirmed: %v", err)
	wants(t, errOf(a.ConfirmCode(t.Context(), other, a.code(other, 1), customer.Browser{})), problem.CodeExpired, "the other identity")
	wants(t, errOf(a.signIn("ann@example.com", password)), problem.CredentialsWrong, "the password signs in")
	assert.Equal(t, len(a.live(owner.Customer.ID)), 1)
}

func TestAnUnverifiedAddressJoinsNoAccount(t *testing.T) {
	for name, c := range map[string]struct {
		arrival customer.Arrival
		known   bool
		code    problem.Code // of confirming with the right code
	}{
		"new at Facebook":           {ofFacebook("ann@example.com"), false, ""},
		"known, at Facebook":        {ofFacebook("ann@example.com"), true, problem.CodeWrong},
		"known, in other letters":   {ofFacebook("ANN@Example.com"), true, problem.CodeWrong},
		"known, unverified, Google": {customer.Arrival{Provider: "google", Subject: "7", Email: "ann@example.com"}, true, problem.CodeWrong},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			if c.known {
				a.account("ann@example.com")
			}
			in, id, err := a.arrive(c.arrival)
			assert.Assert(t, err == nil && id != "" && in.Cookie == "", "sign-up %q, cookie %q, %v", id, in.Cookie, err)
			assert.Check(t, cmp.Contains(a.mails(), customer.MailRow{Mail: customer.MailSignUp, Subject: id, Nth: 1}))
			// With the link alone, a reader of the mail could open an account for the identity of another person.
			assert.Check(t, errOf(a.ConfirmLink(t.Context(), id, a.link(id, 1), "", customer.Browser{Agent: "Firefox"})) != nil)
			confirmed, err := a.ConfirmCode(t.Context(), id, a.code(id, 1), customer.Browser{Agent: "Firefox"})
			if c.code == "" {
				if err != nil || a.arrives(c.arrival).Customer.ID != confirmed.Customer.ID {
					t.Fatalf("the identity does not sign in to its account: %v", err)
				}
			} else if !is(err, c.code) {
				t.Errorf("confirmed with %v, want %s", err, c.code)
			}
		})
	}
}

func TestArrivalsWithoutAnAddress(t *testing.T) {
	a := newAccounts(t)
	for _, address := range []string{"", "ann", "ann@example.com\r\nBcc: eve@example.com", "Ann <ann@example.com>"} {
		_, id, err := a.arrive(ofFacebook(address))
		assert.Check(t, is(err, problem.SocialEmailMissing) && id == "", "%q: sign-up %q, %v", address, id, err)
	}
	spam := ofGoogle("ann@example.com")
	spam.FirstName = "Win at https://spam.example"
	assert.Equal(t, a.arrives(spam).Customer.FirstName, "")
}

func (a *accounts) begin(provider string) customer.Attempt {
	a.Helper()
	at, err := a.BeginAttempt(a.Context(), customer.Attempt{Provider: provider, Page: "/login", ReturnTo: "/cart"}, "")
	assert.NilError(a, err)
	return at
}

func TestAttemptsAreTakenOnce(t *testing.T) {
	for name, c := range map[string]struct {
		change func(a *accounts, at *customer.Attempt)
		taken  bool
	}{
		"by its browser": {func(*accounts, *customer.Attempt) {}, true},
		"replayed": {func(a *accounts, at *customer.Attempt) {
			_, _ = a.TakeAttempt(a.Context(), "google", at.State, at.Cookie)
		}, false},
		"another browser": {func(_ *accounts, at *customer.Attempt) { at.Cookie = "another" }, false},
		"no cookie":       {func(_ *accounts, at *customer.Attempt) { at.Cookie = "" }, false},
		"another state":   {func(_ *accounts, at *customer.Attempt) { at.State += "x" }, false},
		"no state":        {func(_ *accounts, at *customer.Attempt) { at.State = "" }, false},
		"another provider": {func(a *accounts, at *customer.Attempt) {
			of := a.begin("apple")
			at.State, at.Cookie = of.State, of.Cookie
		}, false},
		"in time": {func(a *accounts, _ *customer.Attempt) { a.Pass(10*time.Minute - time.Second) }, true},
		"expired": {func(a *accounts, _ *customer.Attempt) { a.Pass(10 * time.Minute) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			at := a.begin("google")
			c.change(a, &at)
			got, err := a.TakeAttempt(t.Context(), "google", at.State, at.Cookie)
			assert.Assert(t, c.taken == (err == nil) && (c.taken || is(err, problem.SocialRefused)), "taken %t, %v", c.taken, err)
			same := got.Nonce == at.Nonce && got.Verifier == at.Verifier && got.ReturnTo == "/cart"
			assert.Check(t, !c.taken || same, "got %+v", got)
		})
	}
}

func TestArrivalsAreExchangedOnce(t *testing.T) {
	a := newAccounts(t)
	keep := func() (customer.Attempt, string) {
		at := a.begin("google")
		code, err := a.KeepArrival(t.Context(), at, ofGoogle("ann@example.com"))
		assert.NilError(t, err)
		return at, code
	}
	take := func(code, cookie string) error {
		return errOf(a.TakeArrival(t.Context(), "google", code, cookie, customer.ToSignIn, ""))
	}
	at, code := keep()
	got, err := a.TakeArrival(t.Context(), "google", code, at.Cookie, customer.ToSignIn, "")
	assert.Assert(t, err == nil && got.Email == "ann@example.com" && got.ReturnTo == "/cart", "%+v %v", got, err)
	wants(t, take(code, at.Cookie), problem.SocialRefused, "replayed")
	_, foreign := keep()
	wants(t, take(foreign, at.Cookie), problem.SocialRefused, "exchanged by another browser")
	at, late := keep()
	a.Pass(2 * time.Minute)
	wants(t, take(late, at.Cookie), problem.SocialRefused, "expired")
	wants(t, take(at.State, at.Cookie), problem.SocialRefused, "the state")
}

// A copy of the table finishes no attempt, and contains no subject of a provider.
func TestSocialRowsHaveNoSecretAndNoSubject(t *testing.T) {
	a := newAccounts(t)
	at := a.begin("google")
	in := a.arrives(ofGoogle("ann@example.com"))
	for item, err := range table.All(t.Context(), a.table, table.Query{PK: "credential#" + in.Customer.ID}) {
		assert.Check(t, err == nil && !strings.Contains(string(item.Data), "g-ann"), "%s %v", item.Data, err)
	}
	got, err := a.TakeAttempt(t.Context(), "google", at.State, at.Cookie)
	assert.Check(t, err == nil && !strings.Contains(string(got.Hash), at.Cookie), "the row has the cookie, or %v", err)
}

// Fault 27: a path to return to is of our site, however browsers read it.
func TestLocalPath(t *testing.T) {
	for path, want := range map[string]bool{
		"/": true, "/ca/fr-ca/checkout?step=2#pay": true, "/cart": true,
		"": false, "cart": false, "//evil.example": false, `/\evil.example`: false, `/a\b`: false,
		"https://evil.example": false, "/\tevil": false,
		"/a b": false, "/é": false, "javascript:alert(1)": false, "/" + strings.Repeat("x", 500): false, "/\n/evil.example": false,
	} {
		assert.Check(t, customer.LocalPath(path) == want, "%q: want %t", path, want)
	}
}

// An answer counts only for what its attempt was begun for: a sign-in does not confirm, and a customer's attempt is of no use to another.
func TestArrivalsAreOfTheirPurposeAndCustomer(t *testing.T) {
	a := newAccounts(t)
	for _, c := range []struct {
		begun, taken customer.Purpose
		of, by       string
		ok           bool
	}{
		{customer.ToConfirm, customer.ToConfirm, "ann", "ann", true},
		{customer.ToConfirm, customer.ToConfirm, "ann", "bob", false},
		{customer.ToSignIn, customer.ToConfirm, "", "ann", false},
		{customer.ToLink, customer.ToConfirm, "ann", "ann", false},
		{customer.ToConfirm, customer.ToSignIn, "ann", "", false},
	} {
		at, err := a.BeginAttempt(t.Context(), customer.Attempt{Provider: "google", Purpose: c.begun, Customer: c.of}, "")
		assert.NilError(t, err)
		code, err := a.KeepArrival(t.Context(), at, ofGoogle("ann@example.com"))
		assert.NilError(t, err)
		if _, err := a.TakeArrival(t.Context(), "google", code, at.Cookie, c.taken, c.by); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A provider may sign in without asking for anything: its sign-in confirms nothing, for a new account, a known one and a linked one.
func TestASignInAtAProviderConfirmsNothing(t *testing.T) {
	a := newAccounts(t)
	a.account("bob@example.com")
	for _, email := range []string{"ann@example.com", "bob@example.com", "ann@example.com", "bob@example.com"} {
		in := a.arrives(ofGoogle(email))
		assert.Check(t, !a.confirmed(in.Customer.ID, in.Session.ID), email)
	}
	_, id, err := a.arrive(ofFacebook("cat@example.com"))
	assert.NilError(t, err)
	in, err := a.ConfirmCode(t.Context(), id, a.code(id, 1), customer.Browser{Agent: "Firefox"})
	assert.NilError(t, err)
	assert.Assert(t, a.confirmed(in.Customer.ID, in.Session.ID))
}

func TestConfirmSocialDemandsTheLinkedPerson(t *testing.T) {
	a := newAccounts(t)
	in := a.arrives(ofGoogle("ann@example.com"))
	a.arrives(ofGoogle("bob@example.com"))
	confirmed := func() bool { return a.confirmed(in.Customer.ID, in.Session.ID) }
	for name, arrival := range map[string]customer.Arrival{
		"unknown": ofGoogle("eve@example.com"), "of another customer": ofGoogle("bob@example.com"),
		"another provider": ofFacebook("ann@example.com"),
	} {
		err := a.ConfirmSocial(t.Context(), in.Customer.ID, in.Session.ID, arrival)
		assert.Check(t, is(err, problem.SocialRefused) && !confirmed(), "%s: %v", name, err)
	}
	assert.NilError(t, a.ConfirmSocial(t.Context(), in.Customer.ID, in.Session.ID, ofGoogle("ann@example.com")))
	assert.Check(t, confirmed())
}

func TestLinkAndUnlink(t *testing.T) {
	a := newAccounts(t)
	offered := func(provider string) bool { return provider != "apple" }
	in, bob := a.arrives(ofGoogle("ann@example.com")), a.arrives(ofGoogle("bob@example.com"))
	ann := in.Customer.ID
	apple := customer.Arrival{Provider: "apple", Subject: "7"}
	facebook, ofEve := ofFacebook("ann@example.com"), ofFacebook("eve@example.com")
	unlink := func() error { return a.UnlinkSocial(t.Context(), ann, "google", offered) }
	link := func(in customer.SignedIn, arrival customer.Arrival) func() error {
		return func() error { return a.LinkSocial(t.Context(), in.Customer.ID, in.Session.ID, arrival) }
	}
	for _, step := range []struct {
		name string
		do   func() error
		want problem.Code
	}{
		{"unlink the only way", unlink, problem.LastSignIn},
		{"link one that is not offered", link(in, apple), ""},
		{"which does not sign in", unlink, problem.LastSignIn},
		{"link", link(in, facebook), ""},
		{"link again", link(in, facebook), ""},
		{"link a second person", link(in, ofEve), problem.SocialRefused},
		{"link a person with another account", link(bob, facebook), problem.SocialTaken},
		{"unlink", unlink, ""},
		{"unlink again", unlink, problem.NotFound},
	} {
		err := step.do()
		assert.Check(t, is(err, step.want) || step.want == "" && err == nil, "%s: %v", step.name, err)
	}
	assert.Equal(t, a.opens(facebook), ann)
	unlinked := ofGoogle("ann@example.com")
	unlinked.Verified = false
	assert.Equal(t, a.opens(unlinked), "")
	var sent []string
	for _, m := range a.mails() {
		if m.Subject == ann {
			sent = append(sent, string(m.Mail)+" "+m.Provider)
		}
	}
	slices.Sort(sent)
	assert.DeepEqual(t, sent, []string{"social-linked apple", "social-linked facebook", "social-unlinked google"})
}

// reading is a table that calls do after it has read a password.
type reading struct {
	table.Table
	do func()
}

func (r *reading) Get(ctx context.Context, key table.Key) (table.Item, error) {
	item, err := r.Table.Get(ctx, key)
	if do := r.do; do != nil && key.SK == "password" {
		r.do = nil
		do()
	}
	return item, err
}

// Fault 10: a session that a reset ends links nothing and sets no password, not even with a call that was under way.
func TestACallDuringAResetFails(t *testing.T) {
	const reset = "Entirely New 8"
	for name, call := range map[string]func(a *customer.Accounts, in customer.SignedIn) error{
		"link": func(a *customer.Accounts, in customer.SignedIn) error {
			return a.LinkSocial(t.Context(), in.Customer.ID, in.Session.ID, ofFacebook("eve@example.com"))
		},
		"change the password": func(a *customer.Accounts, in customer.SignedIn) error {
			return errOf(a.ChangePassword(t.Context(), in.Customer.ID, in.Session.ID, "The thief's 9", ""))
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			a.account("ann@example.com")
			in := a.signsIn("ann@example.com")
			during := *a.Accounts
			during.Table = &reading{Table: a.Table, do: func() {
				id := a.forgot("ann@example.com")
				assert.Check(t, errOf(a.SetPassword(t.Context(), id, a.link(id, 1), reset, "")))
			}}
			err := call(&during, in)
			assert.Check(t, errors.Is(err, customer.ErrSessionEnded) || is(err, problem.SessionEnded), "got %v", err)
			assert.Check(t, errOf(a.signIn("ann@example.com", reset)), "the owner signs in")
			assert.Equal(t, a.opens(ofFacebook("eve@example.com")), "")
		})
	}
}

// Two tabs that unlink at the same time leave one way to sign in.
func TestParallelUnlinksLeaveAWayToSignIn(t *testing.T) {
	a := newAccounts(t)
	in := a.arrives(ofGoogle("ann@example.com"))
	ann := in.Customer.ID
	assert.NilError(t, a.LinkSocial(t.Context(), ann, in.Session.ID, ofFacebook("ann@example.com")))
	during := *a.Accounts
	during.Table = &listing{Table: a.Table, do: func() {
		assert.Check(t, a.UnlinkSocial(t.Context(), ann, "facebook", func(string) bool { return true }))
	}}
	err := during.UnlinkSocial(t.Context(), ann, "google", func(string) bool { return true })
	wants(t, err, problem.LastSignIn, "the last way")
}
