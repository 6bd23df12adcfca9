package customer_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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
	if fmt.Sprint(got) != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
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
		if fmt.Sprint(got) != c.want || strings.ContainsAny(form.FirstName+form.LastName+form.Email, "\r\n") {
			t.Errorf("%s: %v in %+v, want %s", name, got, form.Contact, c.want)
		}
	}
}

func TestConfirmCode(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	wrong := map[bool]string{true: "000000", false: "000001"}[a.code(id, 1) != "000000"]
	for left := 4; left >= 1; left-- {
		if _, err := a.ConfirmCode(t.Context(), id, wrong, customer.Browser{}); !is(err, problem.CodeWrong) {
			t.Fatalf("a wrong code: %v", err)
		}
	}
	in, err := a.ConfirmCode(t.Context(), id, a.code(id, 1), customer.Browser{Agent: "Firefox on Linux"})
	if err != nil || in.Customer.Email != "ann@example.com" || a.sessions.Live(t.Context(), in.Customer.ID, in.Session.ID) != nil {
		t.Fatalf("the fifth try is right: %+v, %v", in, err)
	}
	if _, err := a.ConfirmCode(t.Context(), id, a.code(id, 1), customer.Browser{}); !is(err, problem.CodeExpired) {
		t.Errorf("a code again: %v", err)
	}
	if in, err := a.signIn("Ann@Example.com", password); err != nil || in.Customer.FirstName != "Anna" {
		t.Errorf("sign-in: %+v, %v", in, err)
	}
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
			if c.want == "" && err != nil || c.want != "" && !is(err, c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
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
	if err := a.Resend(a.Context(), id); err != nil {
		a.Fatal(err)
	}
}

// Fault 32: a bot can have few mails sent to an address.
func TestMailsOfASignUpAreLimited(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	a.resend(id)
	a.resend(id)
	if err := a.Resend(t.Context(), id); !is(err, problem.TooManyAttempts) {
		t.Errorf("a fourth mail: %v", err)
	}
	// The rows of one sign-up are in the order of their times.
	if got := a.mails(); len(got) != 3 || got[2] != (customer.MailRow{Mail: customer.MailSignUp, Subject: id, Nth: 3}) {
		t.Errorf("mails %v", got)
	}
	if err := a.Resend(t.Context(), "unknown"); !is(err, problem.CodeExpired) {
		t.Errorf("an unknown sign-up: %v", err)
	}
	// Mails of other sign-ups of the mailbox count too.
	second := a.signUp("ann@example.com")
	a.resend(second)
	if err := a.Resend(t.Context(), second); !is(err, problem.SignInsLimited) {
		t.Errorf("a sixth mail to the mailbox: %v", err)
	}
}

func TestConcurrentResendsMailWithinTheLimit(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := a.Resend(context.Background(), id); err != nil && !is(err, problem.TooManyAttempts) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := a.mails(); len(got) != 3 {
		t.Errorf("mails %v", got)
	}
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
	if wrong.Load() != 5 || ended.Load() != 45 {
		t.Errorf("%d guesses were judged, %d refused", wrong.Load(), ended.Load())
	}
}

// A sign-up for the address of another person gets no account: its mail goes to the owner, and its link needs the password of the form.
func TestASignUpForAnotherPersonsAddress(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("victim@example.com")
	if _, err := a.ConfirmLink(t.Context(), id, a.link(id, 1), "Victims own 7", customer.Browser{}); !is(err, problem.CredentialsWrong) {
		t.Errorf("the owner of the address presses the link: %v", err)
	}
	if _, err := a.ConfirmLink(t.Context(), id, "guessed", password, customer.Browser{}); !is(err, problem.LinkExpired) {
		t.Errorf("the attacker guesses the link: %v", err)
	}
	if _, err := a.signIn("victim@example.com", password); !is(err, problem.CredentialsWrong) {
		t.Errorf("the attacker signs in: %v", err)
	}
	// For an address with an account no code and no link is right.
	a.account("known@example.com")
	id = a.signUp("known@example.com")
	if _, err := a.ConfirmCode(t.Context(), id, a.code(id, 1), customer.Browser{}); !is(err, problem.CodeWrong) {
		t.Errorf("the code of a known address: %v", err)
	}
	if _, err := a.ConfirmLink(t.Context(), id, a.link(id, 1), password, customer.Browser{}); !is(err, problem.LinkExpired) {
		t.Errorf("the link of a known address: %v", err)
	}
}

func TestConfirmLink(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	a.resend(id)
	a.Pass(24*time.Hour - time.Second)
	in, err := a.ConfirmLink(t.Context(), id, a.link(id, 1), password, customer.Browser{})
	if err != nil || in.Cookie == "" {
		t.Fatalf("the first mail's link: %v", err)
	}
	if _, err := a.ConfirmLink(t.Context(), id, a.link(id, 1), password, customer.Browser{}); !is(err, problem.LinkExpired) {
		t.Errorf("again: %v", err)
	}
	late := a.signUp("bob@example.com")
	a.Pass(24 * time.Hour)
	if _, err := a.ConfirmLink(t.Context(), late, a.link(late, 1), password, customer.Browser{}); !is(err, problem.LinkExpired) {
		t.Errorf("after a day: %v", err)
	}
}
