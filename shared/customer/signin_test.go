package customer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/locale"
	"ordering/shared/problem"
)

// Fault 25: sign-up, sign-in, verification and a forgotten password read, write and hash the same for known and unknown addresses, and
// answer the same.
func TestKnownAndUnknownAddressesCostTheSame(t *testing.T) {
	a := newAccounts(t)
	a.account("known@example.com")
	in := a.signsIn("known@example.com")
	signUps := map[string]string{}
	for _, email := range []string{"known@example.com", "stranger@example.com", "others@example.com"} {
		signUps[email] = a.signUp(email)
	}
	for name, call := range map[string]func(email string) error{
		"sign-up": func(email string) error {
			return errOf(a.SignUp(t.Context(), formOf(email), locale.En, "US", "203.0.113.7"))
		},
		"sign-in":   func(email string) error { _, err := a.signIn(email, "Wrong 57 xx"); return err },
		"forgotten": func(email string) error { return a.Forgot(t.Context(), email, locale.En, "US", "203.0.113.7") },
		"sign-in in a browser of the account": func(email string) error {
			return errOf(a.SignIn(t.Context(), email, "Wrong 57 xx", "203.0.113.7", customer.Browser{Marks: in.Browser[:len(in.Browser)-1] + "-"}))
		},
		"verification, mailed": func(email string) error { return a.Resend(t.Context(), signUps[email]) },
		"verification, a wrong code": func(email string) error {
			return errOf(a.ConfirmCode(t.Context(), signUps[email], "wrong", customer.Browser{}))
		},
		"verification, a wrong link": func(email string) error {
			return errOf(a.ConfirmLink(t.Context(), signUps[email], "wrong", password, customer.Browser{}))
		},
	} {
		cost := func(email string) string {
			units, hashes, mails := a.meter.Tally(), a.hasher.calls.Load(), len(a.mails())
			err := call(email)
			return fmt.Sprintf("%+v, %d hashes, %d mails, %v", a.meter.Tally().Sub(units), a.hasher.calls.Load()-hashes, len(a.mails())-mails, err)
		}
		cost("others@example.com") // the network's first attempt creates its count
		known, unknown := cost("known@example.com"), cost("stranger@example.com")
		assert.Check(t, known == unknown, "%s:\nknown   %s\nunknown %s", name, known, unknown)
	}
}

// Fault 26: guesses of a password are delayed more and more, for the account and for the network.
func TestSignInsAreLimited(t *testing.T) {
	a := newAccounts(t)
	a.account("ann@example.com")
	try := func(email, network, trusted string) error {
		return errOf(a.SignIn(t.Context(), email, "Wrong 57 xx", network, customer.Browser{Marks: trusted}))
	}
	for n := range 10 {
		wants(t, try("ann@example.com", fmt.Sprint("198.51.100.", n), ""), problem.CredentialsWrong, "attempt %d", n)
	}
	before := a.hasher.calls.Load()
	wants(t, try("ann@example.com", "198.51.100.99", ""), problem.SignInsLimited, "attempt 11 from another network")
	assert.Equal(t, a.hasher.calls.Load(), before)
	waits := 0
	for began := a.Now(); a.Now().Before(began.Add(24 * time.Hour)); a.Pass(10 * time.Second) {
		if is(try("ann@example.com", "", ""), problem.CredentialsWrong) {
			waits++
		}
	}
	assert.Check(t, waits >= 90 && waits <= 110, "%d guesses in a day", waits)
	a.account("bob@example.com")
	for range 3 { // successes do not count
		assert.NilError(t, errOf(a.SignIn(t.Context(), "bob@example.com", password, "192.0.2.1", customer.Browser{})))
	}
	for n := range 500 {
		wants(t, try(fmt.Sprintf("guest%d@example.com", n), "192.0.2.1", ""), problem.CredentialsWrong, "account %d from one network", n)
	}
	wants(t, try("one.more@example.com", "192.0.2.1", ""), problem.SignInsLimited, "501 accounts from one network")
	a.Pass(24 * time.Hour)
	wants(t, try("one.more@example.com", "192.0.2.1", ""), problem.CredentialsWrong, "the network on the next day")
}

// Fault 26: a browser that has signed in before has a limit of its own, so that guesses of others do not lock the owner out.
func TestGuessesOfOthersDoNotLockTheOwnerOut(t *testing.T) {
	for name, c := range map[string]struct {
		browser func(a *accounts, ann, bob string) string // of the owner's mark and the one of another account
		locked  bool
	}{
		"the owner's browser":         {func(_ *accounts, ann, _ string) string { return ann }, false},
		"a browser of two accounts":   {func(_ *accounts, ann, bob string) string { return bob + "." + ann }, false},
		"on the last day":             {func(a *accounts, ann, _ string) string { a.Pass(179 * 24 * time.Hour); return ann }, false},
		"half a year later":           {func(a *accounts, ann, _ string) string { a.Pass(180 * 24 * time.Hour); return ann }, true},
		"another browser":             {func(*accounts, string, string) string { return "" }, true},
		"the mark of another account": {func(_ *accounts, _, bob string) string { return bob }, true},
		"a forged mark":               {func(_ *accounts, ann, _ string) string { return "A" + ann[1:] + "x" }, true},
		"after a new password": {func(a *accounts, ann, _ string) string {
			assert.Check(t, errOf(a.ChangePassword(t.Context(), a.signsIn("ann@example.com").Customer.ID, "", password, "")))
			return ann
		}, true},
		"which set a new password by mail": {func(a *accounts, ann, _ string) string {
			reset := a.forgot("ann@example.com")
			marks, err := a.SetPassword(t.Context(), reset, a.link(reset, 1), password, ann)
			assert.Check(t, err)
			return marks
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			marks := map[string]string{}
			for _, email := range []string{"ann@example.com", "bob@example.com"} {
				a.account(email)
				in := a.signsIn(email)
				marks[email] = in.Browser
			}
			browser := c.browser(a, marks["ann@example.com"], marks["bob@example.com"])
			for range 10 {
				_, _ = a.SignIn(t.Context(), "ann@example.com", "Wrong 57 xx", "", customer.Browser{})
			}
			in, err := a.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{Marks: browser})
			assert.Check(t, is(err, problem.SignInsLimited) == c.locked && (c.locked || err == nil), "the owner signs in: %v", err)
			kept := strings.Count(in.Browser, ".") == strings.Count(browser, ".")
			assert.Check(t, c.locked || kept, "the marks %q became %q", browser, in.Browser)
		})
	}
}

// Each way to sign in marks the browser, and keeps its marks of other accounts.
func TestEachWayToSignInMarksTheBrowser(t *testing.T) {
	a := newAccounts(t)
	a.account("ann@example.com")
	a.account("bob@example.com")
	in := a.signsIn("ann@example.com")
	shared := customer.Browser{Marks: in.Browser}
	for name, begin := range map[string]func() (customer.SignedIn, error){
		"password": func() (customer.SignedIn, error) {
			return a.SignIn(t.Context(), "bob@example.com", password, "", shared)
		},
		"sign-up": func() (customer.SignedIn, error) {
			id := a.signUp("new@example.com")
			return a.ConfirmCode(t.Context(), id, a.code(id, 1), shared)
		},
		"provider": func() (customer.SignedIn, error) {
			in, _, err := a.Arrive(t.Context(), ofGoogle("bob@example.com"), locale.En, "US", "", shared)
			return in, err
		},
	} {
		in, err := begin()
		assert.NilError(t, err)
		own, others, _ := strings.Cut(in.Browser, ".")
		assert.Check(t, own != "" && others == shared.Marks, "%s: marks %q; want one before %q", name, in.Browser, shared.Marks)
	}
}

// A known browser has one budget, however often it signs in.
func TestAMarkIsRenewed(t *testing.T) {
	a := newAccounts(t)
	a.account("ann@example.com")
	var browser string
	for range 3 {
		in, err := a.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{Marks: browser})
		assert.Assert(t, err == nil && (browser == "" || in.Browser[:12] == browser[:12]), "%q became %q, %v", browser, in.Browser, err)
		browser = in.Browser
		a.Pass(48 * time.Hour)
	}
	for n := range 11 {
		_, err := a.SignIn(t.Context(), "ann@example.com", "Wrong 57 xx", "", customer.Browser{Marks: browser})
		assert.Check(t, is(err, problem.SignInsLimited) == (n == 10), "guess %d: %v", n, err)
	}
}

// Fault 26: a right password costs a hash, too. A customer has a daily limit of hashes for each way to prove it, however many known
// browsers there are.
func TestHashesOfACustomerAreLimited(t *testing.T) {
	for name, hash := range map[string]func(a *accounts, in customer.SignedIn) error{
		"sign-in in a known browser": func(a *accounts, in customer.SignedIn) error {
			return errOf(a.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{Marks: in.Browser}))
		},
		"confirmation": func(a *accounts, in customer.SignedIn) error {
			return a.ConfirmPassword(t.Context(), in.Customer.ID, in.Session.ID, password)
		},
		"change": func(a *accounts, in customer.SignedIn) error {
			return errOf(a.ChangePassword(t.Context(), in.Customer.ID, "", password, "")) // of no session: each change ends the others
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			a.account("ann@example.com")
			browsers := []customer.SignedIn{a.signsIn("ann@example.com"), a.signsIn("ann@example.com")}
			for n := range 200 {
				assert.NilError(t, hash(a, browsers[n%2]), "hash %d", n)
			}
			before := a.hasher.calls.Load()
			for _, browser := range browsers {
				wants(t, hash(a, browser), problem.SignInsLimited, "one more")
			}
			assert.Equal(t, a.hasher.calls.Load(), before)
			a.signsIn("ann@example.com")
			a.Pass(24 * time.Hour)
			assert.Check(t, hash(a, browsers[0]), "on the next day")
		})
	}
}

// While the hasher fails or is busy, tries of the owner do not count.
func TestAHasherThatFailsUsesUpNoTries(t *testing.T) {
	for name, try := range map[string]func(a *accounts, in customer.SignedIn, signUp string) error{
		"sign-in": func(a *accounts, _ customer.SignedIn, _ string) error {
			return errOf(a.signIn("ann@example.com", password))
		},
		"confirmation": func(a *accounts, in customer.SignedIn, _ string) error {
			return a.ConfirmPassword(t.Context(), in.Customer.ID, in.Session.ID, password)
		},
		"sign-up by link": func(a *accounts, _ customer.SignedIn, signUp string) error {
			return errOf(a.ConfirmLink(t.Context(), signUp, a.link(signUp, 1), password, customer.Browser{}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			a.account("ann@example.com")
			in := a.signsIn("ann@example.com")
			signUp := a.signUp("new@example.com")
			a.hasher.err = errors.New("busy")
			for n := range 20 {
				assert.ErrorIs(t, try(a, in, signUp), a.hasher.err, "try %d", n)
			}
			a.hasher.err = nil
			assert.Check(t, try(a, in, signUp), "afterwards")
		})
	}
}

// A sign-in replaces the session of the browser, of the same or another customer. If a write fails, there are never both.
func TestASignInReplacesTheSessionOfTheBrowser(t *testing.T) {
	for _, applied := range []bool{false, true} {
		for nth, failed := 1, true; failed; nth++ {
			a := newAccounts(t)
			ann, bob := a.account("ann@example.com"), a.account("bob@example.com")
			before := a.signsIn("bob@example.com")
			a.Table = &failing{a.table, nth, applied}
			in, err := a.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{Session: before.Cookie})
			failed = err != nil
			all := append(a.live(ann), a.live(bob)...)
			assert.Check(t, len(all) == 3, "write %d, applied: %t: sessions %v", nth, applied, all) // each has one of the sign-up, too
			if !failed {
				assert.NilError(t, a.alive(ann, in.Session.ID))
				assert.ErrorIs(t, a.alive(bob, before.Session.ID), customer.ErrSessionEnded)
			}
		}
	}
}

// A deletion is cancelled by signing in again, also while the profile changes.
func TestSigningInKeepsTheAccount(t *testing.T) {
	a := newAccounts(t)
	id := a.account("ann@example.com")
	assert.NilError(t, errOf(customer.AskDeletion(t.Context(), a.table, id, a.Now())))
	a.Pass(customer.ReconsiderFor - time.Minute)
	wants(t, errOf(a.signIn("ann@example.com", "Wrong 57 xx")), problem.CredentialsWrong, "a wrong password")
	due := func() []string {
		ids, err := customer.DueDeletions(t.Context(), a.table, a.Now().Add(day))
		assert.NilError(t, err)
		return ids
	}
	assert.DeepEqual(t, due(), []string{id})
	a.signsIn("ann@example.com")
	assert.Equal(t, len(due()), 0)
}
