package customer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/meter"
)

// plainHasher is a Hasher that counts its calls. A hash "old:" is renewed.
type plainHasher struct {
	calls  atomic.Int64
	verify func() // called before each answer of Verify
	err    error  // of Verify
}

func (h *plainHasher) Hash(_ context.Context, password string) (string, error) {
	h.calls.Add(1)
	return "hash:" + password, nil
}

func (h *plainHasher) Verify(_ context.Context, password, hash string) (bool, string, error) {
	h.calls.Add(1)
	if h.verify != nil {
		h.verify()
	}
	return h.err == nil && hash == "hash:"+password, "", h.err
}

// accounts is a world with accounts.
type accounts struct {
	*world
	*customer.Accounts
	hasher *plainHasher
	meter  *meter.Meter
}

func newAccounts(t *testing.T) *accounts {
	w := newWorld(t)
	a := &accounts{world: w, hasher: &plainHasher{}, meter: meter.New(w.table)}
	a.Accounts = &customer.Accounts{
		Table: a.meter, Guests: guest.Secret("pseudonyms"), Codes: customer.Codes(secret.Fixed("codes")), Hasher: a.hasher, Sessions: w.sessions,
		Common: func(p string) bool { return strings.HasPrefix(p, "password") }, Brand: []string{"bigdealburger"}, Now: w.Now,
	}
	return a
}

const password = "Ketchup 57 and Mustard"

func formOf(email string) customer.SignUpForm {
	return customer.SignUpForm{
		Contact:    guest.Contact{FirstName: "Anna", LastName: "Lee", Email: email, Phone: "+19185550123"},
		EmailAgain: email, Password: password, PasswordAgain: password,
	}
}

func (a *accounts) signUp(email string) string {
	a.Helper()
	form, found := a.Check(formOf(email))
	assert.Assert(a, len(found) == 0, found)
	id, err := a.SignUp(a.Context(), form, locale.En, "US", "203.0.113.7")
	assert.NilError(a, err)
	return id
}

// account creates an account and returns its customer.
func (a *accounts) account(email string) string {
	a.Helper()
	id := a.signUp(email)
	in, err := a.ConfirmCode(a.Context(), id, a.code(id, 1), customer.Browser{Agent: "Firefox"})
	assert.NilError(a, err)
	a.Pass(time.Hour) // its counts allow more
	return in.Customer.ID
}

// signsIn signs in with the password of every account.
func (a *accounts) signsIn(email string) customer.SignedIn {
	a.Helper()
	in, err := a.signIn(email, password)
	assert.NilError(a, err)
	return in
}

// live returns the sessions of a customer.
func (a *accounts) live(id string) []customer.Session {
	a.Helper()
	all, err := a.sessions.List(a.Context(), id)
	assert.NilError(a, err)
	return all
}

func (a *accounts) code(id string, nth int) string {
	code, err := a.Codes.Code(a.Context(), id, nth)
	assert.Assert(a, err == nil && len(code) == 6, "code %q, %v", code, err)
	return code
}

func (a *accounts) link(subject string, nth int) string {
	link, err := a.Codes.Link(a.Context(), subject, nth)
	assert.NilError(a, err)
	return link
}

// mails returns the mails in the outbox.
func (a *accounts) mails() (all []customer.MailRow) {
	a.Helper()
	rows, err := outbox.Pending(a.Context(), a.table)
	assert.NilError(a, err)
	for _, r := range rows {
		var m customer.MailRow
		assert.NilError(a, r.Into(&m))
		all = append(all, m)
	}
	return all
}

func (a *accounts) signIn(email, with string) (customer.SignedIn, error) {
	return a.SignIn(a.Context(), email, with, "203.0.113.7", customer.Browser{Agent: "Firefox"})
}

func is(err error, code problem.Code) bool { return problem.Is(err, code) }

// errOf returns the error of a call.
func errOf[T any](_ T, err error) error { return err }

// wants demands that a call was refused with the problem.
func wants(t testing.TB, err error, code problem.Code, call string, of ...any) {
	t.Helper()
	assert.Check(t, is(err, code), "%s: got %v, want %s", fmt.Sprintf(call, of...), err, code)
}

// Fault 34: rows of the outbox and of pending codes hold no code, no link and no password.
func TestTheTableHoldsNoSecretInPlainText(t *testing.T) {
	a := newAccounts(t)
	id := a.signUp("ann@example.com")
	item, err := a.table.Get(t.Context(), table.Key{PK: "signup#" + id, SK: "signup"})
	assert.NilError(t, err)
	rows, err := json.Marshal(a.mails())
	assert.NilError(t, err)
	for _, canary := range []string{a.code(id, 1), a.link(id, 1)} {
		assert.Check(t, !strings.Contains(string(item.Data)+string(rows), canary), "%q is in the table", canary)
	}
	assert.Check(t, !strings.Contains(string(rows), "ann@example.com"), "the outbox has the address")
}
