package customer

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"time"

	"ordering/shared/claim"
	"ordering/shared/problem"
	"ordering/shared/table"
)

const (
	maxPasskeys  = 10
	challengeFor = 5 * time.Minute
)

// PasskeyAlgorithms are the signature algorithms of passkeys by their COSE numbers, the preferred first: ES256, EdDSA and RS256.
var PasskeyAlgorithms = []int{-7, -8, -257}

// Passkey is a credential of WebAuthn that a customer signs in with. The customer's id is its user handle.
type Passkey struct {
	ID         string          `json:"-"` // of the credential, in base64url
	Name       string          `json:"name"`
	Created    time.Time       `json:"created"`
	Used       time.Time       `json:"used,omitzero"` // the last time
	Credential json.RawMessage `json:"credential"`    // the public key and counter, as Authenticators returned them

	customer string
	version  int64
}

// Site is where passkeys are valid.
type Site struct {
	ID      string   `json:"id"`      // the host
	Origins []string `json:"origins"` // of our own pages
}

// Ceremony is what an answer of an authenticator must be for.
type Ceremony struct {
	Site
	Challenge string `json:"challenge"`
	Customer  string `json:"customer"`
}

// Authenticators verifies the answers of authenticators, as the browser encodes them in JSON. An authenticator must have verified its user,
// by a finger, a face or a PIN.
type Authenticators interface {
	// Register returns the credential of a new passkey, or ErrPasskeyRefused.
	Register(ctx context.Context, c Ceremony, answer json.RawMessage) (credential json.RawMessage, err error)
	// Verify returns the credential with its new counter, or ErrPasskeyRefused. A counter that did not grow is refused, too: the passkey
	// may have been copied.
	Verify(ctx context.Context, c Ceremony, credential, answer json.RawMessage) (json.RawMessage, error)
}

// ErrPasskeyRefused means that an answer of an authenticator is not valid.
var ErrPasskeyRefused = errors.New("customer: the answer of the authenticator is not valid")

func passkeyKey(customer, id string) table.Key {
	return table.Key{PK: "credential#" + customer, SK: "passkey#" + id}
}

// passkeysKey is the row that counts the passkeys of a customer.
func passkeysKey(customer string) table.Key {
	return table.Key{PK: "credential#" + customer, SK: "passkeys"}
}

func (p Passkey) item() table.Item {
	return table.Item{Key: passkeyKey(p.customer, p.ID), Data: table.Encode(p)}
}

// Registration is what a browser needs to create a passkey.
type Registration struct {
	Challenge string
	Customer  Customer
	Has       []string // the ids of the customer's passkeys
}

// BeginPasskey returns what the browser needs to create a passkey. It returns problem.PasskeysFull if the customer has as many as possible,
// or problem.SessionEnded if the account was erased.
func (a *Accounts) BeginPasskey(ctx context.Context, customer, session string) (Registration, error) {
	c, err := Profile(ctx, a.Table, customer)
	if err != nil {
		return Registration{}, err
	}
	all, err := a.ListPasskeys(ctx, customer)
	if err != nil {
		return Registration{}, err
	}
	if len(all) >= maxPasskeys {
		return Registration{}, problem.New(problem.PasskeysFull, "max", maxPasskeys)
	}
	r := Registration{Customer: c}
	for _, p := range all {
		r.Has = append(r.Has, p.ID)
	}
	r.Challenge, err = a.Sessions.challenge(ctx, "register/"+session)
	return r, err
}

// AddPasskey stores a new passkey and tells the customer by mail. It returns problem.PasskeyRefused, problem.PasskeysFull, or
// problem.SessionEnded if the session has ended.
func (a *Accounts) AddPasskey(ctx context.Context, customer, session, name string, answer json.RawMessage) (Passkey, error) {
	at, err := a.Sessions.answered(ctx, answer, "register/"+session)
	if err != nil {
		return Passkey{}, err
	}
	credential, err := a.Authenticators.Register(ctx, Ceremony{a.Site, at.challenge, customer}, answer)
	if err != nil {
		return Passkey{}, refused(err)
	}
	now := a.Now()
	p := Passkey{ID: at.id, Name: name, Created: now, Credential: credential, customer: customer}
	count := table.Add(passkeysKey(customer), 1, 0, maxPasskeys)
	tell := Mail(MailPasskeyAdded, customer, int(crc32.ChecksumIEEE([]byte(p.ID))), now)
	err = a.Sessions.writeIn(ctx, customer, session, at.use, table.Create(p.item()), count, tell)
	switch {
	case table.Failed(err, passkeysKey(customer)):
		return Passkey{}, problem.New(problem.PasskeysFull, "max", maxPasskeys)
	case table.Failed(err, at.use.Item.Key), table.Failed(err, p.item().Key):
		return Passkey{}, problem.New(problem.PasskeyRefused)
	}
	return p, err
}

// ListPasskeys returns the customer's passkeys, the newest first.
func (a *Accounts) ListPasskeys(ctx context.Context, customer string) ([]Passkey, error) {
	q := table.Query{PK: "credential#" + customer, From: "passkey#", To: "passkey#~"}
	all, err := list(ctx, a.Table, q, "passkeys", passkeyOf)
	slices.SortFunc(all, func(a, b Passkey) int { return b.Created.Compare(a.Created) })
	return all, err
}

// RenamePasskey renames one of the customer's passkeys. It returns problem.NotFound if there is no such passkey.
func (a *Accounts) RenamePasskey(ctx context.Context, customer, id, name string) error {
	return a.changePasskey(ctx, customer, id, func(p Passkey) []table.Op {
		p.Name = name
		return []table.Op{table.Replace(p.item(), p.version)}
	})
}

// RemovePasskey removes one of the customer's passkeys. It returns problem.NotFound if there is no such passkey.
func (a *Accounts) RemovePasskey(ctx context.Context, customer, id string) error {
	return a.changePasskey(ctx, customer, id, func(p Passkey) []table.Op {
		return []table.Op{table.Delete(p.item().Key, p.version), table.Add(passkeysKey(customer), -1, 0, maxPasskeys)}
	})
}

// changePasskey writes the operations on a passkey, again if it was used meanwhile.
func (a *Accounts) changePasskey(ctx context.Context, customer, id string, ops func(Passkey) []table.Op) error {
	return claim.Write(ctx, a.Table, claim.Pause, func() ([]table.Op, error) {
		p, err := a.findPasskey(ctx, customer, id)
		if errors.Is(err, table.ErrNotFound) {
			return nil, problem.New(problem.NotFound)
		}
		if err != nil {
			return nil, err
		}
		return ops(p), nil
	}, "credential#")
}

// PasskeyChallenge returns the challenge of a sign-in, or of a confirmation of the session.
func (a *Accounts) PasskeyChallenge(ctx context.Context, session string) (string, error) {
	return a.Sessions.challenge(ctx, "use/"+session)
}

// SignInWithPasskey signs in with the answer of an authenticator. It returns problem.PasskeyRefused.
func (a *Accounts) SignInWithPasskey(ctx context.Context, answer json.RawMessage, b Browser) (SignedIn, error) {
	var in SignedIn
	err := a.usePasskey(ctx, answer, "", func(customer string, ops ...table.Op) error {
		var err error
		in, err = a.enter(ctx, customer, b, ops)
		if errors.Is(err, table.ErrNotFound) {
			return problem.New(problem.PasskeyRefused).Because(err) // the account is being erased
		}
		return err
	})
	return in, err
}

// ConfirmPasskey confirms a session with the answer of an authenticator. It returns problem.PasskeyRefused, also for the passkey of another
// customer.
func (a *Accounts) ConfirmPasskey(ctx context.Context, customer, session string, answer json.RawMessage) error {
	return a.usePasskey(ctx, answer, session, func(owner string, ops ...table.Op) error {
		if owner != customer {
			return problem.New(problem.PasskeyRefused)
		}
		return a.Sessions.change(ctx, customer, session, func(s *Session) ([]table.Op, error) {
			s.confirm(a.Now())
			return ops, nil
		})
	})
}

// usePasskey verifies the answer of an authenticator to the challenge of a session, and calls write with the customer and the operations
// that use the challenge and count the use.
func (a *Accounts) usePasskey(
	ctx context.Context, answer json.RawMessage, session string, write func(customer string, ops ...table.Op) error,
) error {
	at, err := a.Sessions.answered(ctx, answer, "use/"+session)
	if err != nil {
		return err
	}
	for {
		p, err := a.findPasskey(ctx, at.customer, at.id)
		if errors.Is(err, table.ErrNotFound) {
			return problem.New(problem.PasskeyRefused)
		}
		if err != nil {
			return err
		}
		p.Credential, err = a.Authenticators.Verify(ctx, Ceremony{a.Site, at.challenge, at.customer}, p.Credential, answer)
		if err != nil {
			return refused(err)
		}
		p.Used = a.Now()
		err = write(p.customer, at.use, table.Replace(p.item(), p.version))
		if table.Failed(err, at.use.Item.Key) {
			return problem.New(problem.PasskeyRefused)
		}
		// Another change of the account was faster: verify what is stored now. The challenge is still unused.
		if !errors.As(err, new(*table.Conflict)) {
			return err
		}
	}
}

func (a *Accounts) findPasskey(ctx context.Context, customer, id string) (Passkey, error) {
	item, err := a.Table.Get(ctx, passkeyKey(customer, id))
	if err != nil {
		return Passkey{}, fmt.Errorf("customer: read a passkey: %w", err)
	}
	return passkeyOf(item)
}

func passkeyOf(item table.Item) (Passkey, error) {
	var p Passkey
	if err := json.Unmarshal(item.Data, &p); err != nil {
		return Passkey{}, fmt.Errorf("customer: read a passkey: %w", err)
	}
	p.customer, p.ID, p.version = strings.TrimPrefix(item.PK, "credential#"), strings.TrimPrefix(item.SK, "passkey#"), item.Version
	return p, nil
}

// refused returns problem.PasskeyRefused for ErrPasskeyRefused.
func refused(err error) error {
	if errors.Is(err, ErrPasskeyRefused) {
		return problem.New(problem.PasskeyRefused).Because(err)
	}
	return err
}

// challengeSize is the size of a challenge: when it ends, a random text, and their HMAC for a purpose. Until it is used it needs no row, so
// that each visit of the sign-in page can ask for one.
const (
	challengeText = 4 + 12
	challengeSize = challengeText + 16
)

func (s *Sessions) challenge(ctx context.Context, purpose string) (string, error) {
	text := make([]byte, challengeText)
	_, _ = rand.Read(text) // never fails
	binary.BigEndian.PutUint32(text, uint32(min(s.now().Add(challengeFor).Unix(), math.MaxUint32)))
	mac, err := s.mac(ctx, "passkey/"+purpose+"/", text)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(append(text, mac[:16]...)), nil
}

// answered is the part of an authenticator's answer that identifies its rows. It is not verified, except for the challenge.
type answered struct {
	challenge, id, customer string
	use                     table.Op // records that the challenge was used
}

// answered returns problem.PasskeyRefused if the answer is not to a challenge of ours for the purpose, or too late.
func (s *Sessions) answered(ctx context.Context, answer json.RawMessage, purpose string) (answered, error) {
	var sent struct {
		ID       string `json:"id"`
		Response struct {
			ClientData string `json:"clientDataJSON"`
			UserHandle string `json:"userHandle"`
		} `json:"response"`
	}
	var client struct {
		Challenge string `json:"challenge"`
	}
	err := json.Unmarshal(answer, &sent)
	data, err2 := base64.RawURLEncoding.DecodeString(sent.Response.ClientData)
	handle, err3 := base64.RawURLEncoding.DecodeString(sent.Response.UserHandle)
	_, err4 := base64.RawURLEncoding.DecodeString(sent.ID)
	if errors.Join(err, err2, err3, err4) != nil || json.Unmarshal(data, &client) != nil || sent.ID == "" || len(sent.ID) > maxPasskeyID {
		return answered{}, problem.New(problem.PasskeyRefused)
	}
	raw, err := base64.RawURLEncoding.DecodeString(client.Challenge)
	if err != nil || len(raw) != challengeSize {
		return answered{}, problem.New(problem.PasskeyRefused)
	}
	mac, err := s.mac(ctx, "passkey/"+purpose+"/", raw[:challengeText])
	if err != nil {
		return answered{}, err
	}
	ends := time.Unix(int64(binary.BigEndian.Uint32(raw)), 0)
	if !same(string(mac[:16]), string(raw[challengeText:])) || !s.now().Before(ends) {
		return answered{}, problem.New(problem.PasskeyRefused)
	}
	used := table.Item{Key: table.Key{PK: "challenge#" + client.Challenge, SK: "used"}, Data: []byte("{}"), Expires: ends.Add(time.Minute)}
	return answered{client.Challenge, sent.ID, string(handle), table.Create(used)}, nil
}

// maxPasskeyID bounds the id of a credential in base64url: 1,023 bytes.
const maxPasskeyID = 1364
