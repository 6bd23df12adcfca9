package customer_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ordering/shared/customer"
	"ordering/shared/locale"
	"ordering/shared/problem"
)

// Fault 25: sign-up, sign-in, verification and a forgotten password read, write and hash the same for known and unknown addresses, and
// answer the same.
func TestKnownAndUnknownAddressesCostTheSame(t *testing.T) {
	a := newAccounts(t)
	a.account("known@example.com")
	in, err := a.signIn("known@example.com", password)
	if err != nil {
		t.Fatal(err)
	}
	signUps := map[string]string{}
	for _, email := range []string{"known@example.com", "stranger@example.com", "others@example.com"} {
		signUps[email] = a.signUp(email)
	}
	for name, call := range map[string]func(email string) error{
		"sign-up": func(email string) error {
			_, err := a.SignUp(t.Context(), formOf(email), locale.En, "US", "203.0.113.7")
			return err
		},
		"sign-in":   func(email string) error { _, err := a.signIn(email, "Wrong 57 xx"); return err },
		"forgotten": func(email string) error { return a.Forgot(t.Context(), email, locale.En, "US", "203.0.113.7") },
		"sign-in in a browser of the account": func(email string) error {
			_, err := a.SignIn(t.Context(), email, "Wrong 57 xx", "203.0.113.7", customer.Browser{Marks: in.Browser[:len(in.Browser)-1] + "-"})
			return err
		},
		"verification, mailed": func(email string) error { return a.Resend(t.Context(), signUps[email]) },
		"verification, a wrong code": func(email string) error {
			_, err := a.ConfirmCode(t.Context(), signUps[email], "wrong", customer.Browser{})
			return err
		},
		"verification, a wrong link": func(email string) error {
			_, err := a.ConfirmLink(t.Context(), signUps[email], "wrong", password, customer.Browser{})
			return err
		},
	} {
		cost := func(email string) string {
			units, hashes, mails := a.meter.Tally(), a.hasher.calls.Load(), len(a.mails())
			err := call(email)
			return fmt.Sprintf("%+v, %d hashes, %d mails, %v", a.meter.Tally().Sub(units), a.hasher.calls.Load()-hashes, len(a.mails())-mails, err)
		}
		cost("others@example.com") // the network's first attempt creates its count
		known, unknown := cost("known@example.com"), cost("stranger@example.com")
		if known != unknown {
			t.Errorf("%s:\nknown   %s\nunknown %s", name, known, unknown)
		}
	}
}

// Fault 26: guesses of a password are delayed more and more, for the account and for the network.
func TestSignInsAreLimited(t *testing.T) {
	a := newAccounts(t)
	a.account("ann@example.com")
	try := func(email, network, trusted string) error {
		_, err := a.SignIn(t.Context(), email, "Wrong 57 xx", network, customer.Browser{Marks: trusted})
		return err
	}
	for n := range 10 {
		if err := try("ann@example.com", fmt.Sprint("198.51.100.", n), ""); !is(err, problem.CredentialsWrong) {
			t.Fatalf("attempt %d: %v", n, err)
		}
	}
	before := a.hasher.calls.Load()
	if err := try("ann@example.com", "198.51.100.99", ""); !is(err, problem.SignInsLimited) || a.hasher.calls.Load() != before {
		t.Errorf("attempt 11 from another network: %v", err)
	}
	waits := 0
	for began := a.Now(); a.Now().Before(began.Add(24 * time.Hour)); a.Pass(10 * time.Second) {
		if is(try("ann@example.com", "", ""), problem.CredentialsWrong) {
			waits++
		}
	}
	if waits < 90 || waits > 110 {
		t.Errorf("%d guesses in a day", waits)
	}
	a.account("bob@example.com")
	for range 3 { // successes do not count
		if _, err := a.SignIn(t.Context(), "bob@example.com", password, "192.0.2.1", customer.Browser{}); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 500 {
		if err := try(fmt.Sprintf("guest%d@example.com", n), "192.0.2.1", ""); !is(err, problem.CredentialsWrong) {
			t.Fatalf("account %d from one network: got %v", n, err)
		}
	}
	if err := try("one.more@example.com", "192.0.2.1", ""); !is(err, problem.SignInsLimited) {
		t.Errorf("501 accounts from one network: got %v", err)
	}
	a.Pass(24 * time.Hour)
	if err := try("one.more@example.com", "192.0.2.1", ""); !is(err, problem.CredentialsWrong) {
		t.Errorf("the network on the next day: got %v", err)
	}
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
			if _, err := a.ChangePassword(t.Context(), a.customerOf("ann@example.com"), "", password, ""); err != nil {
				t.Error(err)
			}
			return ann
		}, true},
		"which set a new password by mail": {func(a *accounts, ann, _ string) string {
			reset := a.forgot("ann@example.com")
			marks, err := a.SetPassword(t.Context(), reset, a.link(reset, 1), password, ann)
			if err != nil {
				t.Error(err)
			}
			return marks
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			marks := map[string]string{}
			for _, email := range []string{"ann@example.com", "bob@example.com"} {
				a.account(email)
				in, err := a.signIn(email, password)
				if err != nil {
					t.Fatal(err)
				}
				marks[email] = in.Browser
			}
			browser := c.browser(a, marks["ann@example.com"], marks["bob@example.com"])
			for range 10 {
				_, _ = a.SignIn(t.Context(), "ann@example.com", "Wrong 57 xx", "", customer.Browser{})
			}
			in, err := a.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{Marks: browser})
			if is(err, problem.SignInsLimited) != c.locked || !c.locked && err != nil {
				t.Errorf("the owner signs in: %v", err)
			}
			if !c.locked && strings.Count(in.Browser, ".") != strings.Count(browser, ".") {
				t.Errorf("the marks %q became %q", browser, in.Browser)
			}
		})
	}
}

// Each way to sign in marks the browser, and keeps its marks of other accounts.
func TestEachWayToSignInMarksTheBrowser(t *testing.T) {
	a := newAccounts(t)
	a.account("ann@example.com")
	a.account("bob@example.com")
	in, err := a.signIn("ann@example.com", password)
	if err != nil {
		t.Fatal(err)
	}
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
		if own, others, _ := strings.Cut(in.Browser, "."); err != nil || own == "" || others != shared.Marks {
			t.Errorf("%s: marks %q, %v; want one before %q", name, in.Browser, err, shared.Marks)
		}
	}
}

// A known browser has one budget, however often it signs in.
func TestAMarkIsRenewed(t *testing.T) {
	a := newAccounts(t)
	a.account("ann@example.com")
	var browser string
	for range 3 {
		in, err := a.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{Marks: browser})
		if err != nil || browser != "" && in.Browser[:12] != browser[:12] {
			t.Fatalf("%q became %q, %v", browser, in.Browser, err)
		}
		browser = in.Browser
		a.Pass(48 * time.Hour)
	}
	for n := range 11 {
		_, err := a.SignIn(t.Context(), "ann@example.com", "Wrong 57 xx", "", customer.Browser{Marks: browser})
		if is(err, problem.SignInsLimited) != (n == 10) {
			t.Errorf("guess %d: %v", n, err)
		}
	}
}

// Fault 26: a right password costs a hash, too. A customer has a daily limit of hashes for each way to prove it, however many known
// browsers there are.
func TestHashesOfACustomerAreLimited(t *testing.T) {
	for name, hash := range map[string]func(a *accounts, in customer.SignedIn) error{
		"sign-in in a known browser": func(a *accounts, in customer.SignedIn) error {
			_, err := a.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{Marks: in.Browser})
			return err
		},
		"confirmation": func(a *accounts, in customer.SignedIn) error {
			return a.ConfirmPassword(t.Context(), in.Customer.ID, in.Session.ID, password)
		},
		"change": func(a *accounts, in customer.SignedIn) error {
			_, err := a.ChangePassword(t.Context(), in.Customer.ID, "", password, "") // of no session: each change ends the others
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			a.account("ann@example.com")
			var browsers [2]customer.SignedIn
			for i := range browsers {
				var err error
				if browsers[i], err = a.signIn("ann@example.com", password); err != nil {
					t.Fatal(err)
				}
			}
			for n := range 200 {
				if err := hash(a, browsers[n%2]); err != nil {
					t.Fatalf("hash %d: %v", n, err)
				}
			}
			before := a.hasher.calls.Load()
			for _, browser := range browsers {
				if err := hash(a, browser); !is(err, problem.SignInsLimited) || a.hasher.calls.Load() != before {
					t.Errorf("one more: %v", err)
				}
			}
			if _, err := a.signIn("ann@example.com", password); err != nil {
				t.Errorf("a sign-in in another browser: %v", err)
			}
			a.Pass(24 * time.Hour)
			if err := hash(a, browsers[0]); err != nil {
				t.Errorf("on the next day: %v", err)
			}
		})
	}
}

// While the hasher fails or is busy, tries of the owner do not count.
func TestAHasherThatFailsUsesUpNoTries(t *testing.T) {
	for name, try := range map[string]func(a *accounts, in customer.SignedIn, signUp string) error{
		"sign-in": func(a *accounts, _ customer.SignedIn, _ string) error {
			_, err := a.signIn("ann@example.com", password)
			return err
		},
		"confirmation": func(a *accounts, in customer.SignedIn, _ string) error {
			return a.ConfirmPassword(t.Context(), in.Customer.ID, in.Session.ID, password)
		},
		"sign-up by link": func(a *accounts, _ customer.SignedIn, signUp string) error {
			_, err := a.ConfirmLink(t.Context(), signUp, a.link(signUp, 1), password, customer.Browser{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			a.account("ann@example.com")
			in, err := a.signIn("ann@example.com", password)
			if err != nil {
				t.Fatal(err)
			}
			signUp := a.signUp("new@example.com")
			a.hasher.err = errors.New("busy")
			for n := range 20 {
				if err := try(a, in, signUp); !errors.Is(err, a.hasher.err) {
					t.Fatalf("try %d: %v", n, err)
				}
			}
			a.hasher.err = nil
			if err := try(a, in, signUp); err != nil {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

// A sign-in replaces the session of the browser, of the same or another customer. If a write fails, there are never both.
func TestASignInReplacesTheSessionOfTheBrowser(t *testing.T) {
	for _, applied := range []bool{false, true} {
		for nth, failed := 1, true; failed; nth++ {
			a := newAccounts(t)
			ann, bob := a.account("ann@example.com"), a.account("bob@example.com")
			before, err := a.signIn("bob@example.com", password)
			if err != nil {
				t.Fatal(err)
			}
			a.Table = &failing{a.table, nth, applied}
			in, err := a.SignIn(t.Context(), "ann@example.com", password, "", customer.Browser{Session: before.Cookie})
			failed = err != nil
			anns, err1 := a.sessions.List(t.Context(), ann)
			bobs, err2 := a.sessions.List(t.Context(), bob)
			if err := errors.Join(err1, err2); err != nil || len(anns)+len(bobs) != 3 { // each has one of the sign-up, too
				t.Errorf("write %d, applied: %t: sessions %v and %v, %v", nth, applied, anns, bobs, err)
			}
			if !failed && (a.sessions.Live(t.Context(), ann, in.Session.ID) != nil || a.sessions.Live(t.Context(), bob, before.Session.ID) == nil) {
				t.Error("the browser has the old session")
			}
		}
	}
}

// A deletion is cancelled by signing in again, also while the profile changes.
func TestSigningInKeepsTheAccount(t *testing.T) {
	a := newAccounts(t)
	id := a.account("ann@example.com")
	if _, err := customer.AskDeletion(t.Context(), a.table, id, a.Now()); err != nil {
		t.Fatal(err)
	}
	a.Pass(customer.ReconsiderFor - time.Minute)
	if _, err := a.signIn("ann@example.com", "Wrong 57 xx"); !is(err, problem.CredentialsWrong) {
		t.Fatal(err)
	}
	if due, err := customer.DueDeletions(t.Context(), a.table, a.Now().Add(day)); err != nil || len(due) != 1 {
		t.Fatal(due, err)
	}
	if _, err := a.signIn("ann@example.com", password); err != nil {
		t.Fatal(err)
	}
	if due, err := customer.DueDeletions(t.Context(), a.table, a.Now().Add(day)); err != nil || len(due) != 0 {
		t.Fatal(due, err)
	}
}
