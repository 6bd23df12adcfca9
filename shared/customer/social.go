package customer

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/claim"
	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/outbox"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// How long a sign-in at a provider may take, and how long its page may take to exchange the one-time code.
const (
	AttemptFor  = 10 * time.Minute
	exchangeFor = 2 * time.Minute
)

// Purpose is what an attempt is for.
type Purpose string

// The purposes. The last two need a signed-in customer.
const (
	ToSignIn  Purpose = ""
	ToConfirm Purpose = "confirm" // that it is still the customer, who must sign in at the provider again
	ToLink    Purpose = "link"    // so that the provider signs the customer in, too
)

// Attempt is a sign-in at a provider that a browser has begun. It is used once. State and Cookie are known to the browser only: the table
// holds their hashes, so that a copy of it does not help to finish an attempt.
type Attempt struct {
	State    string `json:"-"` // the OAuth parameter
	Cookie   string `json:"-"` // the value of the browser's cookie
	Provider string `json:"provider"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"` // PKCE
	Redirect string `json:"redirect"` // where the provider sends the browser back to
	Page     string `json:"page"`     // the path of the page that finishes it
	ReturnTo string `json:"returnTo"` // the path to continue at
	Hash     []byte `json:"hash"`     // SHA-256 of Cookie

	Purpose  Purpose   `json:"purpose,omitempty"`
	Customer string    `json:"customer,omitempty"` // who is signed in; none to sign in
	Begun    time.Time `json:"begun,omitzero"`     // by the clock of the providers
}

// clockSkew is how much a provider's clock may be slow.
const clockSkew = 30 * time.Second

// IsAfter reports whether a time of the provider is after the attempt began.
func (at Attempt) IsAfter(t time.Time) bool { return t.After(at.Begun.Add(-clockSkew)) }

// Arrival is what a provider reports about a person.
type Arrival struct {
	Provider  string `json:"provider"`
	Subject   string `json:"subject"` // the person's id at the provider
	Email     string `json:"email"`   // may be empty
	Verified  bool   `json:"verified"`
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
}

// Arrived is an arrival that waits for its page to exchange the one-time code.
type Arrived struct {
	Arrival
	ReturnTo string  `json:"returnTo"`
	Hash     []byte  `json:"hash"` // of the attempt's cookie
	Purpose  Purpose `json:"purpose,omitempty"`
	Customer string  `json:"customer,omitempty"`
}

// Sort keys of the rows of an attempt and of an arrival.
const (
	attemptRow = "attempt"
	arrivedRow = "arrived"
)

func attemptKey(secret, row string) table.Key {
	return table.Key{PK: fmt.Sprintf("social-attempt#%x", sha256.Sum256([]byte(secret))), SK: row}
}

// BeginAttempt stores an attempt with a new cookie and nonce. State begins with prefix.
func (a *Accounts) BeginAttempt(ctx context.Context, at Attempt, prefix string) (Attempt, error) {
	at.State, at.Cookie, at.Nonce, at.Verifier = prefix+rand.Text(), rand.Text(), rand.Text(), rand.Text()+rand.Text()
	hash := sha256.Sum256([]byte(at.Cookie))
	at.Hash = hash[:]
	item := table.Item{Key: attemptKey(at.State, attemptRow), Data: table.Encode(at), Expires: a.Now().Add(AttemptFor).Truncate(time.Second)}
	if err := a.Table.Write(ctx, table.Create(item)); err != nil {
		return Attempt{}, fmt.Errorf("customer: write a sign-in attempt: %w", err)
	}
	return at, nil
}

// TakeAttempt returns the attempt of a state, and deletes it: a state works once. It returns problem.SocialRefused for a state that is
// unknown, used or expired, or that another browser or another provider began.
func (a *Accounts) TakeAttempt(ctx context.Context, provider, state, cookie string) (Attempt, error) {
	var at Attempt
	if err := a.take(ctx, attemptKey(state, attemptRow), &at); err != nil {
		return Attempt{}, err
	}
	at.State, at.Cookie = state, cookie
	if at.Provider != provider || !ofBrowser(cookie, at.Hash) {
		return Attempt{}, problem.New(problem.SocialRefused).Because(errors.New("customer: the attempt is of another browser or provider"))
	}
	return at, nil
}

// KeepArrival stores an arrival of an attempt. It returns the one-time code that the attempt's browser exchanges.
func (a *Accounts) KeepArrival(ctx context.Context, at Attempt, arrival Arrival) (code string, err error) {
	code = rand.Text()
	item := table.Item{
		Key:     attemptKey(code, arrivedRow),
		Data:    table.Encode(Arrived{arrival, at.ReturnTo, at.Hash, at.Purpose, at.Customer}),
		Expires: a.Now().Add(exchangeFor).Truncate(time.Second),
	}
	if err := a.Table.Write(ctx, table.Create(item)); err != nil {
		return "", fmt.Errorf("customer: write an arrival: %w", err)
	}
	return code, nil
}

// TakeArrival returns the arrival of a one-time code, once. The errors are those of TakeAttempt, also for an attempt of another purpose or
// customer.
func (a *Accounts) TakeArrival(
	ctx context.Context, provider, code, cookie string, purpose Purpose, customer string,
) (Arrived, error) {
	var got Arrived
	if err := a.take(ctx, attemptKey(code, arrivedRow), &got); err != nil {
		return Arrived{}, err
	}
	if got.Provider != provider || got.Purpose != purpose || got.Customer != customer || !ofBrowser(cookie, got.Hash) {
		why := errors.New("customer: the arrival is of another browser, provider, purpose or customer")
		return Arrived{}, problem.New(problem.SocialRefused).Because(why)
	}
	return got, nil
}

// take reads a row and deletes it. Of two concurrent calls one is refused.
func (a *Accounts) take(ctx context.Context, key table.Key, into any) error {
	version, err := read(ctx, a.Table, key, "a sign-in attempt", into)
	if err == nil {
		err = a.Table.Write(ctx, table.Delete(key, version))
	}
	if errors.Is(err, table.ErrNotFound) || table.Failed(err, key) {
		return problem.New(problem.SocialRefused).Because(err)
	}
	if err != nil {
		return fmt.Errorf("customer: take a sign-in attempt: %w", err)
	}
	return nil
}

func ofBrowser(cookie string, hash []byte) bool {
	got := sha256.Sum256([]byte(cookie))
	return subtle.ConstantTimeCompare(got[:], hash) == 1
}

// ProviderName returns a provider's name for messages: "Google". It is empty for an empty id.
func ProviderName(id string) string {
	if id == "" {
		return ""
	}
	return strings.ToUpper(id[:1]) + id[1:]
}

// identity is a person at a provider, as rows name them: Name is a pseudonym.
type identity struct {
	Provider string `json:"provider"`
	Name     string `json:"name"`
}

func (i identity) key() table.Key {
	return table.Key{PK: "social#" + i.Provider + "#" + i.Name, SK: "customer"}
}

// link returns the operations that let the identity sign in the customer: the lookup, and the row by which export and erasure find it. A
// customer has one identity at each provider.
func (i identity) link(customer string, now time.Time) []table.Op {
	own := table.Item{
		Key:  table.Key{PK: "credential#" + customer, SK: "social#" + i.Provider},
		Data: table.Encode(linkedIdentity{i, now}),
	}
	return []table.Op{table.Create(table.Item{Key: i.key(), Data: table.Encode(emailRow{customer})}), table.Create(own)}
}

type linkedIdentity struct {
	identity
	Linked time.Time `json:"linked"`
}

// mail returns the row of the outbox that tells the customer that the identity was linked or unlinked.
func (i identity) mail(kind MailKind, customer string, now time.Time) table.Op {
	m := MailRow{Mail: kind, Subject: customer, Nth: int(now.UnixMilli()), Provider: i.Provider}
	return outbox.Row(outbox.KindAccountMail, fmt.Sprintf("%s/%s-%s-%d", customer, m.Mail, i.Provider, m.Nth), m, now)
}

// Link is a provider that signs the customer in.
type Link struct {
	Provider string
	Linked   time.Time
	ops      []table.Op // remove it, if it was not removed before: its identity may sign in another account since
}

// Links returns the providers that sign the customer in.
func (a *Accounts) Links(ctx context.Context, customer string) ([]Link, error) {
	q := table.Query{PK: "credential#" + customer, From: "social#", To: "social#~"}
	return list(ctx, a.Table, q, "identities", func(item table.Item) (Link, error) {
		var row linkedIdentity
		err := json.Unmarshal(item.Data, &row)
		return Link{row.Provider, row.Linked, []table.Op{table.Delete(item.Key, item.Version), table.Delete(row.key(), 0)}}, err
	})
}

// identityOf returns the identity of an arrival, and the customer whom it signs in, or "".
func (a *Accounts) identityOf(ctx context.Context, arrival Arrival) (identity, string, error) {
	guests, err := a.Guests.Current(ctx)
	if err != nil {
		return identity{}, "", fmt.Errorf("customer: read the guest secret: %w", err)
	}
	who := identity{arrival.Provider, guests.Subject(arrival.Provider, arrival.Subject)}
	var row emailRow
	_, err = readIfAny(ctx, a.Table, who.key(), "an identity", &row)
	return who, row.Customer, err
}

// ConfirmSocial confirms a session with the arrival of an attempt ToConfirm. It returns problem.SocialRefused for a person at the provider
// who is not linked to the customer.
func (a *Accounts) ConfirmSocial(ctx context.Context, customer, session string, arrival Arrival) error {
	_, owner, err := a.identityOf(ctx, arrival)
	if err != nil {
		return err
	}
	if owner != customer {
		return problem.New(problem.SocialRefused).Because(errors.New("customer: the person at the provider is not linked to the customer"))
	}
	return a.Sessions.change(ctx, customer, session, func(s *Session) ([]table.Op, error) {
		s.confirm(a.Now())
		return nil, nil
	})
}

// LinkSocial lets the person of an arrival sign the customer in, and tells the customer by mail. It returns problem.SocialTaken if that
// person has another account, problem.SocialRefused if the customer has another identity at the provider, and problem.SessionEnded if the
// session has ended.
func (a *Accounts) LinkSocial(ctx context.Context, customer, session string, arrival Arrival) error {
	for {
		who, owner, err := a.identityOf(ctx, arrival)
		if err != nil || owner == customer {
			return err
		}
		if owner != "" {
			return problem.New(problem.SocialTaken, "provider", ProviderName(who.Provider))
		}
		c, err := findCredential(ctx, a.Table, customer)
		if err != nil {
			return err
		}
		if c.version == 0 {
			return ended(ErrSessionEnded) // the account is being erased
		}
		now := a.Now()
		ops := append(who.link(customer, now), c.replace(), who.mail(MailSocialLinked, customer, now))
		err = a.Sessions.writeIn(ctx, customer, session, ops...)
		if table.Failed(err, table.Key{PK: "credential#" + customer, SK: "social#" + who.Provider}) {
			return problem.New(problem.SocialRefused).Because(err)
		}
		if !errors.As(err, new(*table.Conflict)) { // otherwise a sign-in or a link wrote meanwhile
			return err
		}
	}
}

// UnlinkSocial ends sign-ins with a provider, and tells the customer by mail. offered reports whether a provider is configured. It returns
// problem.NotFound, or problem.LastSignIn if the customer could not sign in any more.
func (a *Accounts) UnlinkSocial(ctx context.Context, customer, provider string, offered func(provider string) bool) error {
	return claim.Write(ctx, a.Table, claim.Pause, func() ([]table.Op, error) {
		c, err := findCredential(ctx, a.Table, customer)
		if err != nil {
			return nil, err
		}
		links, err := a.Links(ctx, customer)
		if err != nil {
			return nil, err
		}
		passkeys, err := a.ListPasskeys(ctx, customer)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(links, func(l Link) bool { return l.Provider == provider })
		if at < 0 {
			return nil, problem.New(problem.NotFound)
		}
		another := func(l Link) bool { return l.Provider != provider && offered(l.Provider) }
		if c.Hash == "" && len(passkeys) == 0 && !slices.ContainsFunc(links, another) {
			return nil, problem.New(problem.LastSignIn, "provider", ProviderName(provider))
		}
		// The write of the credential makes one of two that unlink at the same time read again. A change of the address unlinks, too.
		return append(links[at].ops, c.replace(), identity{Provider: provider}.mail(MailSocialUnlinked, customer, a.Now())), nil
	}, "credential#", "social#", "outbox#")
}

// Arrive signs in the person of an arrival. An identity that has signed in before opens its account. Otherwise a verified address opens
// the account of that address, and mails its customer, or creates one. An unverified address never joins or creates an account: Arrive
// mails a code as SignUp does, and returns the id of that sign-up; the address may have an account, which only the mail says.
//
// Every account has a confirmed address, because a form that was not confirmed is only a SignUp. So there is no unverified account to
// join: when a verified arrival creates the account, all waiting sign-ups of the address, and the passwords in them, become useless.
func (a *Accounts) Arrive(
	ctx context.Context, arrival Arrival, language locale.Locale, country, network string, b Browser,
) (in SignedIn, signUp string, err error) {
	guests, err := a.Guests.Current(ctx)
	if err != nil {
		return SignedIn{}, "", fmt.Errorf("customer: read the guest secret: %w", err)
	}
	c := Customer{Contact: arrival.contact(), Language: language, Country: country}
	b.atProvider = true
	for {
		who, id, err := a.identityOf(ctx, arrival)
		if err != nil {
			return SignedIn{}, "", err
		}
		if id == "" && c.Email == "" {
			return SignedIn{}, "", problem.New(problem.SocialEmailMissing, "provider", ProviderName(arrival.Provider))
		}
		if id == "" && !arrival.Verified {
			signUp, err = a.ask(ctx, c, "", &who, network)
			return SignedIn{}, signUp, err
		}
		var link []table.Op
		if id == "" {
			name, version := guests.Name(c.Email), int64(0)
			if id, version, err = findEmail(ctx, a.Table, name); err != nil {
				return SignedIn{}, "", err
			}
			// The write of the address fails if the customer changes it meanwhile, and fails that change: see confirmEmail.
			link = append(who.link(id, a.Now()), table.Replace(emailItem(name, id), version), who.mail(MailSocialLinked, id, a.Now()))
		}
		if id == "" {
			in, err = a.open(ctx, c, "", &who, b)
		} else if in, err = a.enter(ctx, id, b, link); table.Failed(err, table.Key{PK: "credential#" + id, SK: "social#" + who.Provider}) {
			// The account has another identity at the provider. Its mailbox belongs to this person all the same: sign in without a link.
			in, err = a.enter(ctx, id, b, nil)
		}
		if errors.Is(err, table.ErrNotFound) {
			return SignedIn{}, "", problem.New(problem.SocialRefused).Because(err) // the account is being erased
		}
		// Another sign-in created the account or the link meanwhile.
		if errors.As(err, new(*table.Conflict)) {
			continue
		}
		return in, "", err
	}
}

// contact returns the parts of a contact that the arrival has and that may be stored. It has no phone number.
func (a Arrival) contact() guest.Contact {
	c, found := guest.Contact{FirstName: a.FirstName, LastName: a.LastName, Email: a.Email}.Check("")
	for _, d := range found {
		switch d.Pointer {
		case "/firstName":
			c.FirstName = ""
		case "/lastName":
			c.LastName = ""
		case "/email":
			c.Email = ""
		}
	}
	return c
}

// enter begins a session of the customer.
func (a *Accounts) enter(ctx context.Context, id string, b Browser, more []table.Op) (SignedIn, error) {
	c, err := findCredential(ctx, a.Table, id)
	if err != nil {
		return SignedIn{}, err
	}
	return a.begin(ctx, c, b, more...)
}

// LocalPath reports whether a path leads to a page of the site: browsers read other spellings as the address of another host.
func LocalPath(path string) bool {
	return len(path) <= 500 && strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") &&
		!strings.ContainsFunc(path, func(r rune) bool { return r == '\\' || r <= ' ' || r >= 0x7f })
}
