package customer_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/problem"
)

// signedIn returns a customer who signed in half an hour ago.
func signedIn(t *testing.T) (a *accounts, id, session string) {
	a = newAccounts(t)
	a.account("ann@example.com")
	in := a.signsIn("ann@example.com")
	a.Pass(30 * time.Minute)
	return a, in.Customer.ID, in.Session.ID
}

func (a *accounts) confirmed(id, session string) bool {
	a.Helper()
	s, err := a.sessions.Find(a.Context(), id, session)
	assert.NilError(a, err)
	return s.IsConfirmed(a.Now())
}

func TestAProofHoldsForFiveMinutes(t *testing.T) {
	a := newAccounts(t)
	id := a.account("ann@example.com")
	in := a.signsIn("ann@example.com")
	assert.Assert(t, a.confirmed(id, in.Session.ID))
	a.Pass(5*time.Minute - time.Second)
	assert.Check(t, a.confirmed(id, in.Session.ID), "it ended too early")
	a.Pass(time.Second)
	assert.Assert(t, !a.confirmed(id, in.Session.ID))
	_, _, err := a.sessions.Refresh(t.Context(), in.Cookie, nil)
	assert.Check(t, err == nil && !a.confirmed(id, in.Session.ID), "a refresh confirms: %v", err)
	assert.NilError(t, a.ConfirmPassword(t.Context(), id, in.Session.ID, password))
	assert.Assert(t, a.confirmed(id, in.Session.ID))
}

// Guesses of the password in a stolen session are limited, and confirm nothing.
func TestGuessesInAStolenSessionAreLimited(t *testing.T) {
	a, id, session := signedIn(t)
	for n := range 11 {
		want := problem.PasswordWrong
		if n == 10 {
			want = problem.SignInsLimited
		}
		wants(t, a.ConfirmPassword(t.Context(), id, session, "Wrong 57 xx"), want, "guess %d", n)
	}
	for n := range 6 {
		err := a.MailCode(t.Context(), id, session)
		assert.Check(t, is(err, problem.SignInsLimited) == (n == 5), "mail %d: %v", n, err)
	}
	assert.Assert(t, !a.confirmed(id, session))
}

func TestConfirmWithAMailedCode(t *testing.T) {
	const good, none = "", "none"
	for name, c := range map[string]struct {
		before func(a *accounts, id, session string)
		nth    int
		want   problem.Code
	}{
		"the code":              {nil, 1, good},
		"just in time":          {func(a *accounts, _, _ string) { a.Pass(10*time.Minute - time.Second) }, 1, good},
		"too late":              {func(a *accounts, _, _ string) { a.Pass(10 * time.Minute) }, 1, problem.CodeExpired},
		"an older mail's":       {func(a *accounts, id, session string) { _ = a.MailCode(a.Context(), id, session) }, 1, problem.CodeWrong},
		"the newer mail's":      {func(a *accounts, id, session string) { _ = a.MailCode(a.Context(), id, session) }, 2, good},
		"after four wrong ones": {func(a *accounts, id, session string) { a.guessAgain(id, session, 4) }, 1, good},
		"after five wrong ones": {func(a *accounts, id, session string) { a.guessAgain(id, session, 5) }, 1, problem.CodeExpired},
		"used before": {func(a *accounts, id, session string) {
			_ = a.ConfirmMailedCode(a.Context(), id, session, a.code(session, 1))
		}, 1, problem.CodeExpired},
		"in a session that ended": {func(a *accounts, id, session string) { _ = a.sessions.EndOne(a.Context(), id, session) }, 1, none},
	} {
		t.Run(name, func(t *testing.T) {
			a, id, session := signedIn(t)
			assert.NilError(t, a.MailCode(t.Context(), id, session))
			if c.before != nil {
				c.before(a, id, session)
			}
			err := a.ConfirmMailedCode(t.Context(), id, session, a.code(session, c.nth))
			if c.want == good && (err != nil || !a.confirmed(id, session)) || c.want != good && err == nil ||
				c.want != good && c.want != none && !is(err, c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	a, id, session := signedIn(t)
	wants(t, a.ConfirmMailedCode(t.Context(), id, session, a.code(session, 0)), problem.CodeExpired, "before any mail")
}

func (a *accounts) guessAgain(id, session string, n int) {
	for range n {
		_ = a.ConfirmMailedCode(a.Context(), id, session, "wrong")
	}
}

// Fault 26: concurrent guesses of a code are counted one by one.
func TestConcurrentGuessesOfAConfirmationAreCounted(t *testing.T) {
	a, id, session := signedIn(t)
	assert.NilError(t, a.MailCode(t.Context(), id, session))
	var judged atomic.Int64
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			if is(a.ConfirmMailedCode(context.Background(), id, session, "wrong"), problem.CodeWrong) {
				judged.Add(1)
			}
		})
	}
	all.Wait()
	assert.Check(t, judged.Load() == 5, "%d guesses were judged", judged.Load())
}
