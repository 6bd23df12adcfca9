package customer

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/claim"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// How long a sign-up waits for its confirmation.
const (
	codeFor  = 10 * time.Minute
	linkFor  = 24 * time.Hour
	maxTries = 5 // of one code
	maxMails = 3 // of one sign-up
)

// SignUpForm is what a guest enters. The fields of Address and Referral may be empty.
type SignUpForm struct {
	guest.Contact
	EmailAgain    string
	Password      string
	PasswordAgain string
	Passkey       bool // in place of a password; the customer adds it once the address is confirmed
	Address       Address
	Referral      string
}

// SignUp is a sign-up that waits for the code or the link of its mail. Until then there is no account, so that an attacker cannot prepare
// one for the address of another person.
type SignUp struct {
	ID       string    `json:"-"`
	Customer Customer  `json:"customer"`
	Hash     string    `json:"hash"`               // of the password; empty for a sign-up with a provider or a passkey
	Identity *identity `json:"identity,omitempty"` // at the provider
	Known    bool      `json:"known,omitempty"`    // the address has an account: the mail says that, and no code is right
	Mails    int       `json:"mails"`
	Mailed   time.Time `json:"mailed"` // the last mail
	Tries    int       `json:"tries"`  // of its code

	version int64
}

func signUpKey(id string) table.Key { return table.Key{PK: "signup#" + id, SK: "signup"} }

func (s SignUp) item() table.Item {
	return table.Item{Key: signUpKey(s.ID), Data: table.Encode(s), Expires: s.Mailed.Add(linkFor).Truncate(time.Second)}
}

// mail returns the row of the outbox that sends the mail of the sign-up.
func (s SignUp) mail() table.Op { return Mail(MailSignUp, s.ID, s.Mails, s.Mailed) }

// Check returns the form in its stored form, and its problems as JSON pointers.
func (a *Accounts) Check(f SignUpForm) (SignUpForm, []problem.Detail) {
	contact, found := f.Contact.Check("")
	add := func(code problem.Code, field string) { found = append(found, problem.Finding(code, "/"+field)) }
	if !strings.EqualFold(strings.TrimSpace(f.EmailAgain), contact.Email) {
		add(problem.EmailsDiffer, "confirmEmail")
	}
	own := Customer{Contact: contact, Address: fromSignUp(f.Address, ""), Referral: f.Referral}
	typed := f.Password
	f.Contact, f.Password = contact, Password(typed)
	if f.Passkey {
		f.Password = ""
	} else if code := a.checkPassword(f.Password, own); code != "" {
		add(code, "password")
	} else if f.PasswordAgain != typed {
		add(problem.PasswordsDiffer, "confirmPassword")
	}
	for n := range found {
		if code, ok := signUpCodes[found[n].Code]; ok {
			found[n] = problem.Finding(code, found[n].Pointer)
		}
	}
	return f, found
}

// signUpCodes maps problems of a contact to those that the sign-up form has in their place (specification §5).
var signUpCodes = map[problem.Code]problem.Code{
	problem.FirstNameRequired: problem.FieldRequired,
	problem.LastNameRequired:  problem.FieldRequired,
	problem.PhoneRequired:     problem.FieldRequired,
	problem.EmailRequired:     problem.FieldRequired,
	problem.PasswordRequired:  problem.FieldRequired,
	problem.EmailInvalid:      problem.EmailFormat,
}

func (a *Accounts) checkPassword(password string, c Customer) problem.Code {
	if password == "" {
		return problem.PasswordRequired
	}
	local, _, _ := strings.Cut(c.Email, "@")
	own := []string{c.FirstName, c.LastName, local, strings.TrimPrefix(c.Phone, "+1"), c.Referral}
	return CheckPassword(password, a.Common, slices.Concat(own, strings.Fields(c.Address.Line+" "+c.Address.City), a.Brand)...)
}

// SignUp stores a checked form and mails its code. It answers the same, and reads, writes and hashes as much, whether or not the address
// has an account: only the mail says which.
func (a *Accounts) SignUp(ctx context.Context, f SignUpForm, language locale.Locale, country, network string) (id string, err error) {
	c := Customer{Contact: f.Contact, Address: fromSignUp(f.Address, country), Referral: f.Referral, Language: language, Country: country}
	return a.ask(ctx, c, f.Password, nil, network)
}

// ask stores a sign-up with a password, an identity or neither, and mails its code.
func (a *Accounts) ask(ctx context.Context, c Customer, password string, who *identity, network string) (id string, err error) {
	known, err := a.countMail(ctx, limitMails, c.Email, network)
	if err != nil {
		return "", err
	}
	now, hash := a.Now(), ""
	if password != "" {
		if hash, err = a.Hasher.Hash(ctx, password); err != nil {
			return "", fmt.Errorf("customer: hash a password: %w", err)
		}
	}
	c.Created = now
	s := SignUp{ID: rand.Text(), Customer: c, Hash: hash, Identity: who, Known: known != "", Mails: 1, Mailed: now}
	if err := a.Table.Write(ctx, table.Create(s.item()), s.mail()); err != nil {
		return "", fmt.Errorf("customer: write a sign-up: %w", err)
	}
	return s.ID, nil
}

// Resend mails a new code of the sign-up, and invalidates the previous code. It returns problem.CodeExpired if there is no such sign-up,
// problem.TooManyAttempts after maxMails, and problem.SignInsLimited after too many mails to the address.
func (a *Accounts) Resend(ctx context.Context, id string) error {
	guests, err := a.Guests.Current(ctx)
	if err != nil {
		return fmt.Errorf("customer: read the guest secret: %w", err)
	}
	return claim.Write(ctx, a.Table, claim.Pause, func() ([]table.Op, error) {
		s, err := a.findSignUp(ctx, id)
		if err != nil {
			return nil, err
		}
		if s.Mails >= maxMails {
			return nil, problem.New(problem.TooManyAttempts, "minutes", int(codeFor.Minutes()))
		}
		counted, err := a.attempts().Ops(ctx, limitMails.Of(guests.Mailbox(s.Customer.Email)))
		if err != nil {
			return nil, err
		}
		s.Mails, s.Mailed, s.Tries = s.Mails+1, a.Now(), 0
		return append(counted, table.Replace(s.item(), s.version), s.mail()), nil
	}, "signup#", "attempts#", "outbox#")
}

// ConfirmCode creates the account of a sign-up with the code of its mail, and signs in. It returns problem.CodeWrong with the tries that
// are left, or problem.CodeExpired.
func (a *Accounts) ConfirmCode(ctx context.Context, id, code string, b Browser) (SignedIn, error) {
	for {
		s, err := a.findSignUp(ctx, id)
		if err != nil {
			return SignedIn{}, err
		}
		if s.Tries >= maxTries || !a.Now().Before(s.Mailed.Add(codeFor)) {
			return SignedIn{}, problem.New(problem.CodeExpired)
		}
		want, err := a.Codes.Code(ctx, s.ID, s.Mails)
		if err != nil {
			return SignedIn{}, err
		}
		if !s.Known && same(code, want) {
			return a.create(ctx, s, b)
		}
		s.Tries++
		err = a.Table.Write(ctx, table.Replace(s.item(), s.version))
		switch {
		case err == nil:
			return SignedIn{}, problem.New(problem.CodeWrong, "left", maxTries-s.Tries)
		case !table.Failed(err, signUpKey(id)): // otherwise another guess was counted meanwhile
			return SignedIn{}, fmt.Errorf("customer: count a code: %w", err)
		}
	}
}

// ConfirmLink creates the account of a sign-up with the link of its mail. The link may be opened in another browser than the form, and by
// another person than the guest who filled it in: it needs the password too.
func (a *Accounts) ConfirmLink(ctx context.Context, id, link, password string, b Browser) (SignedIn, error) {
	s, err := FindSignUp(ctx, a.Table, id)
	if errors.Is(err, table.ErrNotFound) {
		return SignedIn{}, problem.New(problem.LinkExpired)
	}
	if err != nil {
		return SignedIn{}, err
	}
	right := false
	for nth := 1; nth <= s.Mails; nth++ {
		want, err := a.Codes.Link(ctx, s.ID, nth)
		if err != nil {
			return SignedIn{}, err
		}
		right = right || same(link, want)
	}
	if s.Known || !right {
		return SignedIn{}, problem.New(problem.LinkExpired)
	}
	if err := a.attempts().Count(ctx, limitPasswords.Of(s.ID)); err != nil {
		return SignedIn{}, err
	}
	ok, _, err := a.verify(ctx, password, s.Hash, limitPasswords.Of(s.ID))
	if err != nil {
		return SignedIn{}, err
	}
	if !ok {
		return SignedIn{}, problem.New(problem.CredentialsWrong)
	}
	return a.create(ctx, s, b)
}

// create writes the account of a confirmed sign-up with its first session. If another sign-up for the address was confirmed before, it
// returns problem.CodeExpired.
func (a *Accounts) create(ctx context.Context, s SignUp, b Browser) (SignedIn, error) {
	in, err := a.open(ctx, s.Customer, s.Hash, s.Identity, b, table.Delete(signUpKey(s.ID), s.version))
	if errors.As(err, new(*table.Conflict)) {
		return SignedIn{}, problem.New(problem.CodeExpired)
	}
	return in, err
}

// open writes an account with its first session and the operations. A conflict means that the address or the identity has an account, or
// that an operation failed.
func (a *Accounts) open(ctx context.Context, c Customer, hash string, who *identity, b Browser, more ...table.Op) (SignedIn, error) {
	guests, err := a.Guests.Current(ctx)
	if err != nil {
		return SignedIn{}, fmt.Errorf("customer: read the guest secret: %w", err)
	}
	now := a.Now()
	c.ID, c.Created = strings.ToLower(rand.Text()), now
	with := credential{Hash: hash, Changed: now, SignIn: now, customer: c.ID}
	if who != nil {
		more = append(more, who.link(c.ID, now)...)
	}
	account := []table.Op{
		table.Create(c.item()), table.Create(emailItem(guests.Name(c.Email), c.ID)), table.Create(with.item()),
	}
	return a.writeSession(ctx, c, with, b, append(more, account...)...)
}

func (a *Accounts) findSignUp(ctx context.Context, id string) (SignUp, error) {
	s, err := FindSignUp(ctx, a.Table, id)
	if errors.Is(err, table.ErrNotFound) {
		return SignUp{}, problem.New(problem.CodeExpired)
	}
	return s, err
}

// FindSignUp returns a sign-up that has not expired, or table.ErrNotFound.
func FindSignUp(ctx context.Context, t table.Table, id string) (s SignUp, err error) {
	s.ID = id
	s.version, err = read(ctx, t, signUpKey(id), "a sign-up", &s)
	return s, err
}
