package customer_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/problem"
	"ordering/shared/secret"
	"ordering/shared/table"
)

func TestPasswordRules(t *testing.T) {
	a := newAccounts(t)
	for name, c := range map[string]struct {
		password string
		want     problem.Code
	}{
		"good":                        {password, ""},
		"none":                        {"", problem.FieldRequired},
		"seven characters":            {"Abcdef7", problem.PasswordShort},
		"eight characters":            {"Abcdxf78", ""},
		"eight letters of two bytes":  {"Éèàùçôî8", ""},
		"128 characters":              {"Aa1" + strings.Repeat("x", 125), ""},
		"129 characters":              {"Aa1" + strings.Repeat("x", 126), problem.PasswordLong},
		"no lowercase letter":         {"KETCHUP 57", problem.PasswordCharacters},
		"no uppercase letter":         {"ketchup 57", problem.PasswordCharacters},
		"no number":                   {"Ketchup and Mustard", problem.PasswordCharacters},
		"common":                      {"Password123", problem.PasswordCommon},
		"the brand":                   {"BigDealBurger1", problem.PasswordPersonal},
		"the own first name":          {"xxAnna2026", problem.PasswordPersonal},
		"a name of three letters":     {"xLee2026xx", ""},
		"the own address":             {"Hungry.bear99", problem.PasswordPersonal},
		"the own phone number":        {"Aa9185550123", problem.PasswordPersonal},
		"the own street":              {"Cheddar2026", problem.PasswordPersonal},
		"the own city":                {"xBroken2026", problem.PasswordPersonal},
		"the own referral code":       {"Xpickle77x", problem.PasswordPersonal},
		"composed of two code points": {"Cafe\u0301 Noir 7", ""},
	} {
		t.Run(name, func(t *testing.T) {
			form := formOf("hungry.bear@example.com")
			form.Address, form.Referral = customer.Address{Line: "12 Cheddar Lane", City: "Broken Arrow"}, "PICKLE77"
			form.Password, form.PasswordAgain = c.password, c.password
			got, found := a.Check(form)
			if c.want == "" && (len(found) > 0 || strings.Contains(got.Password, "e\u0301")) {
				t.Errorf("found %v in %q", found, got.Password)
			}
			if c.want != "" && (len(found) != 1 || found[0].Code != c.want || found[0].Pointer != "/password") {
				t.Errorf("found %v, want %s", found, c.want)
			}
		})
	}
}

// Fault 10: a password that was changed while a sign-in with the old one is under way leaves no session of the old one.
func TestASignInDuringAChangeOfThePasswordFails(t *testing.T) {
	a := newAccounts(t)
	id := a.account("ann@example.com")
	other, err := a.signIn("ann@example.com", password)
	if err != nil {
		t.Fatal(err)
	}
	a.hasher.verify = func() { // after the stored hash was read
		a.hasher.verify = nil
		if _, err := a.ChangePassword(t.Context(), id, "", "Entirely New 8", ""); err != nil {
			t.Error(err)
		}
	}
	if _, err := a.signIn("ann@example.com", password); !is(err, problem.CredentialsWrong) {
		t.Errorf("the old password: %v", err)
	}
	if left, err := a.sessions.List(t.Context(), id); err != nil || len(left) != 0 {
		t.Errorf("sessions %v, %v", left, err)
	}
	if err := a.sessions.Live(t.Context(), id, other.Session.ID); !errors.Is(err, customer.ErrSessionEnded) {
		t.Errorf("a session of before: %v", err)
	}
	if _, err := a.signIn("ann@example.com", "Entirely New 8"); err != nil {
		t.Errorf("the new password: %v", err)
	}
}

// forgot asks for a reset and returns its id.
func (a *accounts) forgot(email string) string {
	a.Helper()
	before := a.mails()
	if err := a.Forgot(a.Context(), email, locale.FrCA, "CA", "203.0.113.7"); err != nil {
		a.Fatal(err)
	}
	for _, m := range a.mails() {
		if m.Mail == customer.MailReset && !slices.Contains(before, m) {
			return m.Subject
		}
	}
	a.Fatal("no mail")
	return ""
}

func TestResetPassword(t *testing.T) {
	a := newAccounts(t)
	id := a.account("ann@example.com")
	in, err := a.signIn("ann@example.com", password)
	if err != nil {
		t.Fatal(err)
	}
	reset := a.forgot("ann@example.com")
	set := func(reset, link, to string) error {
		_, err := a.SetPassword(t.Context(), reset, link, to, "")
		return err
	}
	if err := set(reset, "guessed", "Entirely New 8"); !is(err, problem.LinkExpired) {
		t.Errorf("a guessed link: %v", err)
	}
	if err := set(reset, a.link(reset, 1), "password"); !is(err, problem.Invalid) {
		t.Errorf("a weak password: %v", err)
	}
	a.Pass(30*time.Minute - time.Second)
	if err := set(reset, a.link(reset, 1), "Entirely New 8"); err != nil {
		t.Fatal(err)
	}
	if err := set(reset, a.link(reset, 1), "Entirely New 9"); !is(err, problem.LinkExpired) {
		t.Errorf("again: %v", err)
	}
	if err := a.sessions.Live(t.Context(), id, in.Session.ID); !errors.Is(err, customer.ErrSessionEnded) {
		t.Errorf("a session of before: %v", err)
	}
	if _, err := a.signIn("ann@example.com", "Entirely New 8"); err != nil {
		t.Errorf("the new password: %v", err)
	}
	late := a.forgot("ann@example.com")
	a.Pass(30 * time.Minute)
	if err := set(late, a.link(late, 1), "Entirely New 9"); !is(err, problem.LinkExpired) {
		t.Errorf("too late: %v", err)
	}
	stranger := a.forgot("stranger@example.com")
	if err := set(stranger, a.link(stranger, 1), "Entirely New 9"); !is(err, problem.LinkExpired) {
		t.Errorf("an address without an account: %v", err)
	}
	a.Pass(24 * time.Hour)
	older, newer := a.forgot("ann@example.com"), a.forgot("ann@example.com")
	a.Pass(time.Minute)
	if err := set(newer, a.link(newer, 1), "Entirely New 10"); err != nil {
		t.Fatal(err)
	}
	if err := set(older, a.link(older, 1), "Entirely New 11"); !is(err, problem.LinkExpired) {
		t.Errorf("asked before another new password: %v", err)
	}
	a.Pass(time.Hour)
	if _, err := a.signIn("ann@example.com", "Entirely New 10"); err != nil {
		t.Fatal(err)
	}
	old := a.forgot("ann@example.com")
	a.ask(id, "ann@new.example")
	if _, err := a.ConfirmEmail(t.Context(), id, a.session(id), a.emailCode(id)); err != nil {
		t.Fatal(err)
	}
	if err := set(old, a.link(old, 1), "Entirely New 11"); !is(err, problem.LinkExpired) {
		t.Errorf("mailed to the old address: %v", err)
	}
	gone := a.forgot("ann@new.example")
	if _, err := customer.EndAccount(t.Context(), a.table, id, guest.Secret("pseudonyms"), a.Now()); err != nil {
		t.Fatal(err)
	}
	if err := set(gone, a.link(gone, 1), "Entirely New 11"); !is(err, problem.LinkExpired) {
		t.Errorf("of an erased account: %v", err)
	}
	if _, err := a.ChangePassword(t.Context(), id, in.Session.ID, "Entirely New 11", ""); !is(err, problem.SessionEnded) {
		t.Errorf("a change in an erased account: %v", err)
	}
}

// Fault 26: other mails to an address, which a stranger can cause, do not prevent a reset.
func TestOtherMailsDoNotPreventAReset(t *testing.T) {
	a := newAccounts(t)
	a.account("ann@example.com")
	for {
		form, _ := a.Check(formOf("ann@example.com"))
		if _, err := a.SignUp(t.Context(), form, locale.En, "US", ""); is(err, problem.SignInsLimited) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		a.forgot("ann@example.com")
	}
	if err := a.Forgot(t.Context(), "ann@example.com", locale.En, "US", ""); !is(err, problem.SignInsLimited) {
		t.Errorf("a sixth reset: %v", err)
	}
}

// failing is a table that fails the nth write, before it is applied or after.
type failing struct {
	table.Table
	nth     int
	applied bool
}

func (f *failing) Write(ctx context.Context, ops ...table.Op) error {
	if f.nth--; f.nth != 0 {
		return f.Table.Write(ctx, ops...)
	}
	if f.applied {
		_ = f.Table.Write(ctx, ops...)
	}
	return table.ErrUnavailable
}

// Fault 10: whichever write of a change fails, a new password leaves no older session, and a change that was not made can be repeated.
func TestAChangeOfThePasswordThatFails(t *testing.T) {
	const changed = "Entirely New 8"
	for name, change := range map[string]func(a *accounts, id, session, reset string) error{
		"reset": func(a *accounts, _, _, reset string) error {
			_, err := a.SetPassword(t.Context(), reset, a.link(reset, 1), changed, "")
			return err
		},
		"change": func(a *accounts, id, session, _ string) error {
			_, err := a.ChangePassword(t.Context(), id, session, changed, "")
			return err
		},
	} {
		for _, applied := range []bool{false, true} {
			for nth, failed := 1, true; failed; nth++ {
				t.Run(fmt.Sprint(name, nth, applied), func(t *testing.T) {
					a := newAccounts(t)
					id := a.account("ann@example.com")
					thief, err := a.signIn("ann@example.com", password)
					if err != nil {
						t.Fatal(err)
					}
					own, err := a.signIn("ann@example.com", password)
					if err == nil {
						err = a.Forgot(t.Context(), "ann@example.com", locale.En, "US", "203.0.113.7")
					}
					if err != nil {
						t.Fatal(err)
					}
					reset := ""
					for _, m := range a.mails() {
						if m.Mail == customer.MailReset {
							reset = m.Subject
						}
					}
					f := &failing{a.table, nth, applied}
					a.Table, a.Sessions = f, customer.NewSessions(f, secret.Fixed("a secret"), a.Now)

					err = change(a, id, own.Session.ID, reset)
					if failed = err != nil; failed && !errors.Is(err, table.ErrUnavailable) {
						t.Fatal(err)
					}
					safe := func() bool { return a.sessions.Live(t.Context(), id, thief.Session.ID) != nil }
					_, err = a.signIn("ann@example.com", changed)
					if err == nil && !safe() {
						t.Error("the password is the new one, and an older session is alive")
					}
					if err = change(a, id, own.Session.ID, reset); err != nil && (failed && !applied || !is(err, problem.LinkExpired)) {
						t.Errorf("again: %v", err)
					}
					if _, err := a.signIn("ann@example.com", changed); err != nil || !safe() {
						t.Errorf("after the repetition: %v", err)
					}
				})
			}
		}
	}
}

// A customer may have more sessions than one write of the table can end.
func TestANewPasswordEndsAnyNumberOfSessions(t *testing.T) {
	a := newAccounts(t)
	id := a.account("ann@example.com")
	for range table.MaxSet {
		if _, err := a.signIn("ann@example.com", password); err != nil {
			t.Fatal(err)
		}
	}
	own, err := a.signIn("ann@example.com", password)
	if err == nil {
		_, err = a.ChangePassword(t.Context(), id, own.Session.ID, "Entirely New 8", "")
	}
	if err != nil {
		t.Fatal(err)
	}
	if left, err := a.sessions.List(t.Context(), id); err != nil || len(left) != 1 || left[0].ID != own.Session.ID {
		t.Errorf("sessions %v, %v", left, err)
	}
}
