package customer_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

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
			if c.want == "" {
				assert.Check(t, len(found) == 0 && !strings.Contains(got.Password, "e\u0301"), "found %v in %q", found, got.Password)
				return
			}
			assert.Check(t, len(found) == 1 && found[0].Code == c.want && found[0].Pointer == "/password", "found %v", found)
		})
	}
}

// Fault 10: a password that was changed while a sign-in with the old one is under way leaves no session of the old one.
func TestASignInDuringAChangeOfThePasswordFails(t *testing.T) {
	a := newAccounts(t)
	id := a.account("ann@example.com")
	other := a.signsIn("ann@example.com")
	a.hasher.verify = func() { // after the stored hash was read
		a.hasher.verify = nil
		assert.Check(t, errOf(a.ChangePassword(t.Context(), id, "", "Entirely New 8", "")))
	}
	wants(t, errOf(a.signIn("ann@example.com", password)), problem.CredentialsWrong, "the old password")
	assert.Check(t, len(a.live(id)) == 0, "%v", a.live(id))
	assert.ErrorIs(t, a.alive(id, other.Session.ID), customer.ErrSessionEnded, "a session of before")
	assert.Check(t, errOf(a.signIn("ann@example.com", "Entirely New 8")), "the new password")
}

// forgot asks for a reset and returns its id.
func (a *accounts) forgot(email string) string {
	a.Helper()
	before := a.mails()
	assert.NilError(a, a.Forgot(a.Context(), email, locale.FrCA, "CA", "203.0.113.7"))
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
	in := a.signsIn("ann@example.com")
	reset := a.forgot("ann@example.com")
	set := func(reset, link, to string) error {
		return errOf(a.SetPassword(t.Context(), reset, link, to, ""))
	}
	wants(t, set(reset, "guessed", "Entirely New 8"), problem.LinkExpired, "a guessed link")
	wants(t, set(reset, a.link(reset, 1), "password"), problem.Invalid, "a weak password")
	a.Pass(30*time.Minute - time.Second)
	assert.NilError(t, set(reset, a.link(reset, 1), "Entirely New 8"))
	wants(t, set(reset, a.link(reset, 1), "Entirely New 9"), problem.LinkExpired, "again")
	assert.ErrorIs(t, a.alive(id, in.Session.ID), customer.ErrSessionEnded, "a session of before")
	assert.Check(t, errOf(a.signIn("ann@example.com", "Entirely New 8")), "the new password")
	late := a.forgot("ann@example.com")
	a.Pass(30 * time.Minute)
	wants(t, set(late, a.link(late, 1), "Entirely New 9"), problem.LinkExpired, "too late")
	stranger := a.forgot("stranger@example.com")
	wants(t, set(stranger, a.link(stranger, 1), "Entirely New 9"), problem.LinkExpired, "an address without an account")
	a.Pass(24 * time.Hour)
	older, newer := a.forgot("ann@example.com"), a.forgot("ann@example.com")
	a.Pass(time.Minute)
	assert.NilError(t, set(newer, a.link(newer, 1), "Entirely New 10"))
	wants(t, set(older, a.link(older, 1), "Entirely New 11"), problem.LinkExpired, "asked before another new password")
	a.Pass(time.Hour)
	assert.NilError(t, errOf(a.signIn("ann@example.com", "Entirely New 10")))
	old := a.forgot("ann@example.com")
	a.ask(id, "ann@new.example")
	assert.NilError(t, a.confirms(id, a.emailCode(id)))
	wants(t, set(old, a.link(old, 1), "Entirely New 11"), problem.LinkExpired, "mailed to the old address")
	gone := a.forgot("ann@new.example")
	assert.NilError(t, errOf(customer.EndAccount(t.Context(), a.table, id, guest.Secret("pseudonyms"), a.Now(), false)))
	wants(t, set(gone, a.link(gone, 1), "Entirely New 11"), problem.LinkExpired, "of an erased account")
	wants(t, errOf(a.ChangePassword(t.Context(), id, in.Session.ID, "Entirely New 11", "")), problem.SessionEnded, "in an erased account")
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
	wants(t, a.Forgot(t.Context(), "ann@example.com", locale.En, "US", ""), problem.SignInsLimited, "a sixth reset")
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
			return errOf(a.SetPassword(t.Context(), reset, a.link(reset, 1), changed, ""))
		},
		"change": func(a *accounts, id, session, _ string) error {
			return errOf(a.ChangePassword(t.Context(), id, session, changed, ""))
		},
	} {
		for _, applied := range []bool{false, true} {
			for nth, failed := 1, true; failed; nth++ {
				t.Run(fmt.Sprint(name, nth, applied), func(t *testing.T) {
					a := newAccounts(t)
					id := a.account("ann@example.com")
					thief := a.signsIn("ann@example.com")
					own, reset := a.signsIn("ann@example.com"), a.forgot("ann@example.com")
					f := &failing{a.table, nth, applied}
					a.Table, a.Sessions = f, customer.NewSessions(f, secret.Fixed("a secret"), a.Now)

					err := change(a, id, own.Session.ID, reset)
					failed = err != nil
					assert.Assert(t, !failed || errors.Is(err, table.ErrUnavailable), "%v", err)
					safe := func() bool { return a.alive(id, thief.Session.ID) != nil }
					_, err = a.signIn("ann@example.com", changed)
					assert.Check(t, err != nil || safe(), "the password is the new one, and an older session is alive")
					err = change(a, id, own.Session.ID, reset)
					assert.Check(t, err == nil || (!failed || applied) && is(err, problem.LinkExpired), "again: %v", err)
					_, err = a.signIn("ann@example.com", changed)
					assert.Check(t, err == nil && safe(), "after the repetition: %v", err)
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
		a.signsIn("ann@example.com")
	}
	own := a.signsIn("ann@example.com")
	assert.NilError(t, errOf(a.ChangePassword(t.Context(), id, own.Session.ID, "Entirely New 8", "")))
	left := a.live(id)
	assert.Check(t, len(left) == 1 && left[0].ID == own.Session.ID, "sessions %v", left)
}
