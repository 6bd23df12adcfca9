package customer

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ordering/shared/problem"
	"ordering/shared/secret"
	"ordering/shared/table"
)

// How long a session lasts: idleFor after its last refresh, and at most longest.
const (
	idleFor = 30 * 24 * time.Hour
	longest = 180 * 24 * time.Hour
	// settle is how long a secret stays current at least, and how long an older one is still accepted after its successor was used.
	// Tabs that refresh at the same time send secrets that are up to two generations old.
	settle = 30 * time.Second
)

// The causes of problem.SessionEnded.
var (
	// ErrSessionEnded means that the session does not exist, has expired, or was ended.
	ErrSessionEnded = errors.New("customer: the session has ended")
	// ErrSessionStolen means that a secret was used again after its successor. The session has been ended.
	ErrSessionStolen = errors.New("customer: a secret of the session was used again")
)

// Session is a browser in which a customer has signed in.
type Session struct {
	ID       string    `json:"-"` // the customer's id, a dot and a random text
	Customer string    `json:"-"`
	Created  time.Time `json:"created"`
	Seen     time.Time `json:"seen"`  // its last refresh
	Agent    string    `json:"agent"` // browser and system
	// FirstName is the customer's, for tokens, so that a refresh need not read the profile.
	FirstName string `json:"firstName"`

	Confirmed time.Time  `json:"confirmed"` // when the customer last proved who they are
	Code      mailedCode `json:"code,omitzero"`

	Generation uint32    `json:"generation"` // of the current secret
	Rotated    time.Time `json:"rotated"`    // when the current secret was issued
	Hash       []byte    `json:"hash"`       // SHA-256 of the current secret

	version int64
}

// Sessions keeps the sessions of customers. The partition of a session has its customer's id, so that one query lists all of a customer.
type Sessions struct {
	table  table.Table
	secret secret.Source
	now    func() time.Time
}

// NewSessions returns the sessions in t. The secret derives the secrets of all sessions: if it changes, browsers that missed a refresh
// sign in again.
func NewSessions(t table.Table, s secret.Source, now func() time.Time) *Sessions {
	return &Sessions{table: t, secret: s, now: now}
}

func sessionKey(id string) (table.Key, bool) {
	customer, own, ok := strings.Cut(id, ".")
	return table.Key{PK: "session#" + customer, SK: own}, ok && customer != "" && own != ""
}

// Begin returns the operations that create a session of the customer in a browser, and its cookie value. They end the session that the
// browser had before.
func (s *Sessions) Begin(ctx context.Context, customer, firstName string, b Browser) (Session, string, []table.Op, error) {
	now := s.now()
	session := Session{
		ID: customer + "." + rand.Text(), Customer: customer, Created: now, Seen: now, Rotated: now, Agent: b.Agent, FirstName: firstName,
	}
	if !b.atProvider {
		session.confirm(now)
	}
	cookie, err := s.issue(ctx, &session)
	if err != nil {
		return Session{}, "", nil, err
	}
	ops := []table.Op{table.Create(session.item())}
	before, _, err := s.find(ctx, b.Session)
	switch {
	case err == nil:
		ops = append(ops, table.Delete(before.item().Key, 0))
	case !errors.Is(err, ErrSessionEnded):
		return Session{}, "", nil, err
	}
	return session, cookie, ops, nil
}

// Refresh returns the session of a cookie value and the value that replaces it. It reads once and writes at most once.
//
// A current secret older than settle gets a successor. The secret before it gets the same successor, because an answer may have been lost
// or another tab was faster, and the one before that during settle. Any older secret is a copy: the session ends with ErrSessionStolen, in
// one write with the operations that stolen returns. A newer secret than the table's means that the table was restored from a backup: the
// session ends, because older secrets of it would be accepted again.
func (s *Sessions) Refresh(ctx context.Context, cookie string, stolen func(Session) []table.Op) (Session, string, error) {
	for sent := cookie; ; {
		session, generation, err := s.find(ctx, sent)
		if err != nil {
			return Session{}, "", err
		}
		now := s.now()
		settling := now.Before(session.Rotated.Add(settle))
		switch behind := int64(session.Generation) - int64(generation); {
		case behind < 0:
			err = s.revoke(ctx, session, ErrSessionEnded)
		case behind == 0 && !settling:
			session.Generation++
			session.Rotated, session.Seen = now, now
			if cookie, err = s.issue(ctx, &session); err != nil {
				return Session{}, "", err
			}
			err = s.table.Write(ctx, table.Replace(session.item(), session.version))
		case behind <= 1, behind == 2 && settling:
			cookie, err = s.issue(ctx, &session)
		default:
			err = s.revoke(ctx, session, ErrSessionStolen, stolen(session)...)
		}
		if err == nil {
			return session, cookie, nil
		}
		// After a conflict read again what another tab wrote.
		if !errors.As(err, new(*table.Conflict)) {
			return Session{}, "", err
		}
	}
}

// revoke deletes a session in one write with the operations, and returns the reason.
func (s *Sessions) revoke(ctx context.Context, session Session, reason error, more ...table.Op) error {
	if err := s.table.Write(ctx, append(more, table.Delete(session.item().Key, session.version))...); err != nil {
		return err
	}
	return ended(reason)
}

func ended(cause error) error { return problem.New(problem.SessionEnded).Because(cause) }

// Find returns the customer's session, or problem.SessionEnded.
func (s *Sessions) Find(ctx context.Context, customer, id string) (Session, error) {
	key, ok := sessionKey(id)
	if !ok || key.PK != "session#"+customer {
		return Session{}, ended(ErrSessionEnded)
	}
	return s.load(ctx, key)
}

func (s *Sessions) load(ctx context.Context, key table.Key) (Session, error) {
	item, err := s.table.Get(ctx, key)
	if errors.Is(err, table.ErrNotFound) {
		return Session{}, ended(ErrSessionEnded)
	}
	if err != nil {
		return Session{}, fmt.Errorf("customer: read a session: %w", err)
	}
	return sessionOf(item)
}

// List returns the customer's sessions, the one that was used last first.
func (s *Sessions) List(ctx context.Context, customer string) ([]Session, error) {
	all, err := list(ctx, s.table, table.Query{PK: "session#" + customer}, "sessions", sessionOf)
	slices.SortFunc(all, func(a, b Session) int { return b.Seen.Compare(a.Seen) })
	return all, err
}

// End ends the session of a cookie value. A session that has ended already is no error.
func (s *Sessions) End(ctx context.Context, cookie string) error {
	session, _, err := s.find(ctx, cookie)
	if errors.Is(err, ErrSessionEnded) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.end(ctx, []table.Op{table.Delete(session.item().Key, 0)})
}

// EndOne ends one session of the customer. It returns problem.SessionEnded if the customer has no such session.
func (s *Sessions) EndOne(ctx context.Context, customer, id string) error {
	session, err := s.Find(ctx, customer, id)
	if err != nil {
		return err
	}
	return s.end(ctx, []table.Op{table.Delete(session.item().Key, 0)})
}

// EndAll ends all sessions of the customer.
func (s *Sessions) EndAll(ctx context.Context, customer string) error {
	ops, err := s.ending(ctx, customer, "")
	if err != nil {
		return err
	}
	return s.end(ctx, ops)
}

// ending returns the operations that end the customer's sessions except one, or all if except is empty.
func (s *Sessions) ending(ctx context.Context, customer, except string) ([]table.Op, error) {
	all, err := s.List(ctx, customer)
	if err != nil {
		return nil, err
	}
	var ops []table.Op
	for _, session := range all {
		if session.ID != except {
			ops = append(ops, table.Delete(session.item().Key, 0))
		}
	}
	return ops, nil
}

func (s *Sessions) end(ctx context.Context, ops []table.Op) error {
	for some := range slices.Chunk(ops, table.MaxSet) {
		if err := s.table.Write(ctx, some...); err != nil {
			return fmt.Errorf("customer: end sessions: %w", err)
		}
	}
	return nil
}

// find returns the session of a cookie value and the generation of the secret. It returns problem.SessionEnded for any other value.
func (s *Sessions) find(ctx context.Context, cookie string) (session Session, generation uint32, err error) {
	dot := strings.LastIndexByte(cookie, '.')
	if dot < 0 || len(cookie) > maxCookie {
		return Session{}, 0, ended(ErrSessionEnded)
	}
	key, ok := sessionKey(cookie[:dot])
	text := cookie[dot+1:]
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if !ok || err != nil || len(raw) != 4+sha256.Size {
		return Session{}, 0, ended(ErrSessionEnded)
	}
	if session, err = s.load(ctx, key); err != nil {
		return Session{}, 0, err
	}
	generation = binary.BigEndian.Uint32(raw)
	if hash := sha256.Sum256([]byte(text)); subtle.ConstantTimeCompare(hash[:], session.Hash) == 1 {
		return session, session.Generation, nil
	}
	other := session
	other.Generation = generation
	want, err := s.secretOf(ctx, other)
	if err != nil {
		return Session{}, 0, err
	}
	if !same(want, text) {
		return Session{}, 0, ended(ErrSessionEnded)
	}
	return session, generation, nil
}

// maxCookie is the limit of a cookie value in bytes.
const maxCookie = 200

// issue sets the hash of the session's current secret, and returns its cookie value.
func (s *Sessions) issue(ctx context.Context, session *Session) (string, error) {
	text, err := s.secretOf(ctx, *session)
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256([]byte(text))
	session.Hash = hash[:]
	return session.ID + "." + text, nil
}

// secretOf returns the secret of the session's generation: the generation and the HMAC of both, in base64url.
func (s *Sessions) secretOf(ctx context.Context, session Session) (string, error) {
	generation := binary.BigEndian.AppendUint32(nil, session.Generation)
	mac, err := s.mac(ctx, "session/"+session.ID+"/", generation)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(append(generation, mac...)), nil
}

// mac returns the HMAC-SHA-256 of a text for a purpose.
func (s *Sessions) mac(ctx context.Context, purpose string, text []byte) ([]byte, error) {
	key, err := s.secret(ctx)
	if err != nil {
		return nil, fmt.Errorf("customer: read the secret: %w", err)
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(purpose))
	mac.Write(text)
	return mac.Sum(nil), nil
}

func (s Session) item() table.Item {
	key, _ := sessionKey(s.ID)
	return table.Item{Key: key, Data: table.Encode(s), Expires: s.Expires()}
}

// Expires returns when the session ends if it is not refreshed, in whole seconds.
func (s Session) Expires() time.Time {
	expires := s.Seen.Add(idleFor)
	if last := s.Created.Add(longest); last.Before(expires) {
		expires = last
	}
	return expires.Truncate(time.Second)
}

func sessionOf(item table.Item) (Session, error) {
	var s Session
	if err := json.Unmarshal(item.Data, &s); err != nil {
		return Session{}, fmt.Errorf("customer: read a session: %w", err)
	}
	s.Customer = strings.TrimPrefix(item.PK, "session#")
	s.ID = s.Customer + "." + item.SK
	s.version = item.Version
	return s, nil
}
