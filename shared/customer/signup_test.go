package customer_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/problem"
)

func TestSignUpFormNamesEachField(t *testing.T) {
	a := newAccounts(t)
	_, found := a.Check(customer.SignUpForm{Contact: guest.Contact{Email: "ann@"}, EmailAgain: "bob@", Password: password, PasswordAgain: "x"})
	var got []string
	for _, d := range found {
		got = append(got, d.Pointer+" "+string(d.Code))
	}
	want := "[/firstName field-required /lastName field-required /email email-format /phone field-required" +
		" /confirmEmail emails-differ /confirmPassword passwords-differ]"
	assert.Check(t, fmt.Sprint(got) == want, "got  %v\nwant %s", got, want)
}

// Fault 32: a sign-up mails neither a bot's advertisement nor a header of its own.
func TestSignUpFormOfABot(t *testing.T) {
	a := newAccounts(t)
	for name, c := range map[string]struct {
		fill func(*customer.SignUpForm)
		want string
	}{
		"an advertisement":   {func(f *customer.SignUpForm) { f.FirstName = "Win at https://evil.example" }, "[/firstName web-address]"},
		"a header in a name": {func(f *customer.SignUpForm) { f.LastName = "Lee\r\nBcc: all@example" }, "[]"},
		"a header in the address": {
			func(f *customer.SignUpForm) { f.Email += "\r\nBcc: all@example.com" },
			"[/email email-format /confirmEmail emails-differ]",
		},
		"two addresses": {
			func(f *customer.SignUpForm) { f.Email += ", b@example.com" },
			"[/email email-format /confirmEmail emails-differ]",
		},
	} {
		form := formOf("ann@example.com")
		c.fill(&form)
		form, found := a.Check(form)
		got := []string{}
		for _, d := range found {
			got = append(got, d.Pointer+" "+string(d.Code))
		}
		assert.Check(t, fmt.Sprint(got) == c.want, "%s: %v, want %s", name, got, c.want)
		assert.Check(t, !strings.ContainsAny(form.FirstName+form.LastName+form.Email, "\r\n"), "%s: %+v", name, form.Contact)
	}
}

func TestConfirmCode(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	wrong := map[bool]string{true: "000000", false: "000001"}[a.code(id, 1) != "000000"]
	for left := 4; left >= 1; left-- {
		wants(t, errOf(a.ConfirmCode(t.Context(), id, wrong, customer.Browser{})), problem.CodeWrong, "a wrong code")
	}
	in, err := a.ConfirmCode(t.Context(), id, a.code(id, 1), customer.Browser{Agent: "Firefox on Linux"})
	assert.NilError(t, err, "the fifth try is right")
	assert.Equal(t, in.Customer.Email, "ann@example.com")
	assert.NilError(t, a.alive(in.Customer.ID, in.Session.ID))
	wants(t, errOf(a.ConfirmCode(t.Context(), id, a.code(id, 1), customer.Browser{})), problem.CodeExpired, "a code again")
	assert.Equal(t, a.signsIn("Ann@Example.com").Customer.FirstName, "Anna")
}

func TestCodesExpire(t *testing.T) {
	for name, c := range map[string]struct {
		before func(a *accounts, id string)
		nth    int
		want   problem.Code
	}{
		"just in time":                     {func(a *accounts, _ string) { a.Pass(10*time.Minute - time.Second) }, 1, ""},
		"too late":                         {func(a *accounts, _ string) { a.Pass(10 * time.Minute) }, 1, problem.CodeExpired},
		"after five wrong":                 {func(a *accounts, id string) { a.guess(id, 5) }, 1, problem.CodeExpired},
		"an older mail's code":             {func(a *accounts, id string) { a.resend(id) }, 1, problem.CodeWrong},
		"a new code after five wrong ones": {func(a *accounts, id string) { a.guess(id, 5); a.resend(id) }, 2, ""},
		"the address was confirmed by another sign-up": {func(a *accounts, _ string) { a.account("ann@example.com") }, 1, problem.CodeExpired},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAccounts(t)
			id := a.signUp("ann@example.com")
			before := a.Now()
			c.before(a, id)
			if strings.HasPrefix(name, "the address") {
				a.Set(before)
			}
			_, err := a.ConfirmCode(t.Context(), id, a.code(id, c.nth), customer.Browser{})
			assert.Check(t, is(err, c.want) || c.want == "" && err == nil, "got %v, want %q", err, c.want)
		})
	}
}

// guess tries n wrong codes.
func (a *accounts) guess(id string, n int) {
	for range n {
		_, _ = a.ConfirmCode(a.Context(), id, "wrong", customer.Browser{})
	}
}

func (a *accounts) resend(id string) {
	a.Helper()
	assert.NilError(a, a.Resend(a.Context(), id))
}

// Fault 32: a bot can have few mails sent to an address.
func TestMailsOfASignUpAreLimited(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	a.resend(id)
	a.resend(id)
	wants(t, a.Resend(t.Context(), id), problem.TooManyAttempts, "a fourth mail")
	// The rows of one sign-up are in the order of their times.
	got := a.mails()
	assert.Check(t, len(got) == 3 && got[2] == customer.MailRow{Mail: customer.MailSignUp, Subject: id, Nth: 3}, "mails %v", got)
	wants(t, a.Resend(t.Context(), "unknown"), problem.CodeExpired, "an unknown sign-up")
	// Mails of other sign-ups of the mailbox count too.
	second := a.signUp("ann@example.com")
	a.resend(second)
	wants(t, a.Resend(t.Context(), second), problem.SignInsLimited, "a sixth mail to the mailbox")
}

func TestConcurrentResendsMailWithinTheLimit(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			err := a.Resend(context.Background(), id)
			assert.Check(t, err == nil || is(err, problem.TooManyAttempts), "%v", err)
		})
	}
	all.Wait()
	assert.Equal(t, len(a.mails()), 3)
}

// Fault 26: concurrent guesses of a code are counted one by one.
func TestConcurrentGuessesAreCounted(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	var wrong, ended atomic.Int64
	var all sync.WaitGroup
	for n := range 50 {
		all.Go(func() {
			switch _, err := a.ConfirmCode(context.Background(), id, fmt.Sprintf("x%05d", n), customer.Browser{}); {
			case is(err, problem.CodeWrong):
				wrong.Add(1)
			case is(err, problem.CodeExpired):
				ended.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	assert.Check(t, wrong.Load() == 5 && ended.Load() == 45, "%d guesses were judged, %d refused", wrong.Load(), ended.Load())
}

// A sign-up for the address of another person gets no account: its mail goes to the owner, and its link needs the password of the form.
func TestASignUpForAnotherPersonsAddress(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("victim@example.com")
	open := func(link, with string) error {
		return errOf(a.ConfirmLink(t.Context(), id, link, with, customer.Browser{}))
	}
	wants(t, open(a.link(id, 1), "Victims own 7"), problem.CredentialsWrong, "the owner of the address presses the link")
	wants(t, open("guessed", password), problem.LinkExpired, "the attacker guesses the link")
	wants(t, errOf(a.signIn("victim@example.com", password)), problem.CredentialsWrong, "the attacker signs in")
	// For an address with an account no code and no link is right.
	a.account("known@example.com")
	id = a.signUp("known@example.com")
	wants(t, errOf(a.ConfirmCode(t.Context(), id, a.code(id, 1), customer.Browser{})), problem.CodeWrong, "the code of a known address")
	wants(t, open(a.link(id, 1), password), problem.LinkExpired, "the link of a known address")
}

func TestConfirmLink(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	a.resend(id)
	a.Pass(24*time.Hour - time.Second)
	in, err := a.ConfirmLink(t.Context(), id, a.link(id, 1), password, customer.Browser{})
	assert.Assert(t, err == nil && in.Cookie != "", "the first mail's link: %v", err)
	wants(t, errOf(a.ConfirmLink(t.Context(), id, a.link(id, 1), password, customer.Browser{})), problem.LinkExpired, "again")
	late := a.signUp("bob@example.com")
	a.Pass(24 * time.Hour)
	wants(t, errOf(a.ConfirmLink(t.Context(), late, a.link(late, 1), password, customer.Browser{})), problem.LinkExpired, "after a day")
}
