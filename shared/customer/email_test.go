package customer_test

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/outbox"
	"ordering/shared/problem"
)

// emailCode returns the code that is mailed to the new address of the customer.
func (a *accounts) emailCode(id string) string {
	a.Helper()
	e, err := customer.FindEmailChange(a.Context(), a.table, id)
	assert.NilError(a, err)
	code, err := e.Code(a.Context(), a.Codes)
	assert.NilError(a, err)
	return code
}

// session returns the id of the customer's newest session, or "".
func (a *accounts) session(id string) string {
	a.Helper()
	if all := a.live(id); len(all) > 0 {
		return all[0].ID
	}
	return ""
}

// confirms confirms a new address with a code.
func (a *accounts) confirms(id, code string) error {
	_, err := a.ConfirmEmail(a.Context(), id, a.session(id), code)
	return err
}

func (a *accounts) ask(id, email string) {
	a.Helper()
	assert.NilError(a, a.AskEmail(a.Context(), id, email, email, ""))
}

func TestAnAddressIsChangedWithItsCode(t *testing.T) {
	a := newAccounts(t)
	id := a.account("old@example.com")
	a.ask(id, "First@example.com")
	first := a.emailCode(id)
	a.ask(id, "new@example.com") // in the same second: the code of the other address is not right for this one
	wants(t, a.confirms(id, first), problem.CodeWrong, "ConfirmEmail")
	wants(t, a.confirms("another", a.emailCode(id)), problem.SessionEnded, "ConfirmEmail")

	_, err := a.ConfirmEmail(t.Context(), id, id+".ended", a.emailCode(id))
	assert.ErrorIs(t, err, customer.ErrSessionEnded) // fault 10: not even with a call that was under way
	c, err := a.ConfirmEmail(t.Context(), id, a.session(id), a.emailCode(id))
	assert.NilError(t, err)
	assert.Equal(t, c.Email, "new@example.com")
	wants(t, a.confirms(id, first), problem.CodeExpired, "ConfirmEmail")
	a.ask(id, "third@example.com") // before the mail to the old address is sent: it does not replace that mail
	var told []string
	for _, m := range a.mails() {
		if m.Mail == customer.MailEmailChanged && m.Subject == id {
			old, err := customer.OldEmail(t.Context(), a.table, id, m.Nth)
			assert.NilError(t, err)
			told = append(told, old)
		}
	}
	assert.DeepEqual(t, told, []string{"old@example.com"})

	wants(t, errOf(a.signIn("old@example.com", password)), problem.CredentialsWrong, "the old address")
	a.signsIn("NEW@example.com")
	assert.Check(t, a.account("old@example.com") != id) // the old address is free
	a.ask(id, "New@Example.com")
	c, err = a.ConfirmEmail(t.Context(), id, a.session(id), a.emailCode(id))
	assert.NilError(t, err)
	assert.Equal(t, c.Email, "New@Example.com")
	a.signsIn("new@example.com")
}

func TestNewAddressesAreRefused(t *testing.T) {
	a := newAccounts(t)
	id := a.account("old@example.com")
	for email, c := range map[string]struct {
		again string
		want  problem.Code
	}{
		"":                {"", problem.EmailRequired},
		"new@":            {"new@", problem.EmailInvalid},
		"new@example.com": {"other@example.com", problem.EmailsDiffer},
		"old@example.com": {"old@example.com", problem.EmailSame},
	} {
		err := a.AskEmail(t.Context(), id, email, c.again, "")
		assert.Check(t, is(err, problem.Invalid), "%q: %v", email, err)
		assert.Equal(t, problem.From(err).Details[0].Code, c.want)
	}
	wants(t, a.confirms(id, "123456"), problem.CodeExpired, "ConfirmEmail")
	var refused error
	for range 20 {
		if refused = a.AskEmail(t.Context(), id, "new@example.com", "new@example.com", ""); refused != nil {
			break
		}
	}
	assert.Check(t, is(refused, problem.SignInsLimited), refused)
}

// Fault 25: nothing but the mail tells whether the new address has an account, and no code is right for one that has.
func TestAnAddressOfAnotherAccountIsNotTaken(t *testing.T) {
	a := newAccounts(t)
	id, other := a.account("old@example.com"), a.account("known@example.com")
	a.ask(id, "known@example.com")
	wants(t, a.confirms(id, a.emailCode(id)), problem.CodeWrong, "ConfirmEmail")

	// Another customer gets the address between the question and the code.
	a.Pass(time.Hour)
	a.ask(id, "late@example.com")
	a.ask(other, "late@example.com")
	assert.NilError(t, a.confirms(other, a.emailCode(other)))
	wants(t, a.confirms(id, a.emailCode(id)), problem.CodeExpired, "ConfirmEmail")
}

func TestCodesOfAddressesExpire(t *testing.T) {
	a := newAccounts(t)
	id := a.account("old@example.com")
	a.ask(id, "new@example.com")
	code := a.emailCode(id)
	for left := 4; left >= 0; left-- {
		err := a.confirms(id, "wrong")
		wants(t, err, problem.CodeWrong, "ConfirmEmail")
		assert.Equal(t, problem.From(err).Params["left"], left)
	}
	wants(t, a.confirms(id, code), problem.CodeExpired, "ConfirmEmail")
	a.ask(id, "new@example.com")
	code = a.emailCode(id)
	a.Pass(10 * time.Minute)
	wants(t, a.confirms(id, code), problem.CodeExpired, "ConfirmEmail")
	rows, err := outbox.Pending(t.Context(), a.table)
	assert.NilError(t, err)
	for _, r := range rows {
		assert.Check(t, len(r.Payload) < 120, "%s", r.Payload) // ids only
	}
}
