package token

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/cached"
)

// A key is published, signs after margin for signsFor, and stays published for another margin. Verifiers read the keys at least once per
// margin, so each verifier knows a key before it signs, and the tokens of a key expire before it is removed. Signers read them once per
// signerAge, so that a removed key signs no longer than that.
const (
	margin    = 15 * time.Minute
	signsFor  = 30 * 24 * time.Hour
	signerAge = time.Minute
)

// The rows of the keys. Rights are granted by partition, and only auth may read the private one.
var (
	publicRow  = table.Key{PK: "token-keys", SK: "set"}
	privateRow = table.Key{PK: "token-keys-private", SK: "set"}
)

// key is a key as its row holds it. The row for verifiers lacks Private.
type key struct {
	ID      string    `json:"id"`
	Begins  time.Time `json:"begins"`            // when it begins to sign
	Ends    time.Time `json:"ends"`              // when it no longer signs
	Public  []byte    `json:"public"`            // PKIX
	Private []byte    `json:"private,omitempty"` // PKCS#8, encrypted: see cipher
}

// Keys signs tokens. It needs the rights on both rows.
type Keys struct {
	table  table.Table
	secret secret.Source
	now    func() time.Time
	cache  *cached.Keeper[[]signer]
}

// signer is a key that is ready to sign.
type signer struct {
	key
	private *ecdsa.PrivateKey
}

// NewKeys returns the keys in t. The secret encrypts private keys, so that a copy of the table cannot sign.
func NewKeys(t table.Table, s secret.Source, now func() time.Time) *Keys {
	k := &Keys{table: t, secret: s, now: now}
	k.cache = cached.New(signerAge, now, k.signers)
	return k
}

// Rotate adds a key when the newest has signed for half of its time, and removes keys after their tokens have expired. Call it daily;
// further calls change nothing. The first key signs at once, because no verifier knows an older set.
func (k *Keys) Rotate(ctx context.Context) error {
	set, version, err := load(ctx, k.table, privateRow)
	if err != nil {
		return err
	}
	now := k.now().Truncate(time.Second)
	begins := now
	if len(set) > 0 {
		begins = now.Add(margin)
		if set[len(set)-1].Ends.After(now.Add(signsFor / 2)) {
			return nil
		}
	}
	set = slices.DeleteFunc(set, func(s key) bool { return !s.Ends.Add(margin).After(now) })
	return k.add(ctx, set, version, begins)
}

// Replace removes all keys and adds a new one, after a leak. Other processes sign with an older key for up to signerAge. Verifiers refuse
// older tokens within margin, and browsers refresh theirs.
func (k *Keys) Replace(ctx context.Context) error {
	_, version, err := load(ctx, k.table, privateRow)
	if err != nil {
		return err
	}
	return k.add(ctx, nil, version, k.now().Truncate(time.Second))
}

// add writes the set with a new key. version is that of the private row, so that of two concurrent rotations one fails.
func (k *Keys) add(ctx context.Context, set []key, version int64, begins time.Time) error {
	made, err := k.generate(ctx, begins)
	if err != nil {
		return err
	}
	set = append(set, made)
	private := table.Item{Key: privateRow, Data: table.Encode(set)}
	for i := range set {
		set[i].Private = nil
	}
	write := table.Replace(private, version)
	if version == 0 {
		write = table.Create(private)
	}
	if err := k.table.Write(ctx, write, table.Put(table.Item{Key: publicRow, Data: table.Encode(set)})); err != nil {
		return fmt.Errorf("token: write the keys: %w", err)
	}
	k.cache.Drop("")
	return nil
}

func (k *Keys) generate(ctx context.Context, begins time.Time) (key, error) {
	made, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return key{}, fmt.Errorf("token: generate a key: %w", err)
	}
	public, err := x509.MarshalPKIXPublicKey(&made.PublicKey)
	if err != nil {
		return key{}, fmt.Errorf("token: encode a public key: %w", err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(made)
	if err != nil {
		return key{}, fmt.Errorf("token: encode a private key: %w", err)
	}
	sealing, err := k.cipher(ctx)
	if err != nil {
		return key{}, err
	}
	id := rand.Text()
	return key{ID: id, Begins: begins, Ends: begins.Add(signsFor), Public: public, Private: sealing.Seal(nil, nil, private, []byte(id))}, nil
}

// cipher encrypts private keys with AES-GCM under a key that derives from the secret.
func (k *Keys) cipher(ctx context.Context) (cipher.AEAD, error) {
	text, err := k.secret(ctx)
	if err != nil {
		return nil, fmt.Errorf("token: read the secret: %w", err)
	}
	derived, err := hkdf.Key(sha256.New, []byte(text), nil, "private keys of tokens", 32)
	if err != nil {
		return nil, fmt.Errorf("token: derive a key: %w", err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, fmt.Errorf("token: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// signers reads and decrypts the set, for the cache.
func (k *Keys) signers(ctx context.Context, _, have string) ([]signer, string, error) {
	set, version, err := load(ctx, k.table, privateRow)
	if err != nil {
		return nil, "", err
	}
	if have == fmt.Sprint(version) {
		return nil, "", cached.ErrUnchanged
	}
	opening, err := k.cipher(ctx)
	if err != nil {
		return nil, "", err
	}
	signers := make([]signer, len(set))
	for i, s := range set {
		plain, err := opening.Open(nil, nil, s.Private, []byte(s.ID))
		if err != nil {
			return nil, "", fmt.Errorf("token: decrypt key %s: was the secret of auth changed? %w", s.ID, err)
		}
		parsed, err := x509.ParsePKCS8PrivateKey(plain)
		if err != nil {
			return nil, "", fmt.Errorf("token: parse key %s: %w", s.ID, err)
		}
		signers[i] = signer{s, parsed.(*ecdsa.PrivateKey)}
	}
	return signers, fmt.Sprint(version), nil
}

// current returns the newest key that signs now. A table without one gets a key.
func (k *Keys) current(ctx context.Context) (signer, error) {
	for attempt := range 3 {
		set, err := k.cache.Get(ctx, "")
		if err != nil {
			return signer{}, err
		}
		now := k.now()
		for _, s := range slices.Backward(set) {
			if !s.Begins.After(now) && s.Ends.After(now) {
				return s, nil
			}
		}
		// Another process may have written a key since the set was read.
		if attempt > 0 {
			if err := k.Replace(ctx); err != nil && !table.Failed(err, privateRow) {
				return signer{}, err
			}
		}
		k.cache.Drop("")
	}
	return signer{}, errors.New("token: no key signs now")
}

// Ring verifies tokens with the public keys in the table. It needs the right to read their row.
type Ring struct {
	now func() time.Time
	// An unknown key is looked up in recent, so that forged ids cost at most one read per its age.
	known, recent *cached.Keeper[map[string]*ecdsa.PublicKey]
}

// NewRing returns the public keys in t.
func NewRing(t table.Table, now func() time.Time) *Ring {
	read := func(ctx context.Context, _, _ string) (map[string]*ecdsa.PublicKey, string, error) {
		set, version, err := load(ctx, t, publicRow)
		if err != nil {
			return nil, "", err
		}
		keys := make(map[string]*ecdsa.PublicKey, len(set))
		for _, s := range set {
			parsed, err := x509.ParsePKIXPublicKey(s.Public)
			if err != nil {
				return nil, "", fmt.Errorf("token: parse key %s: %w", s.ID, err)
			}
			keys[s.ID] = parsed.(*ecdsa.PublicKey)
		}
		return keys, fmt.Sprint(version), nil
	}
	return &Ring{now: now, known: cached.New(margin-time.Minute, now, read), recent: cached.New(10*time.Second, now, read)}
}

// find returns the public key with the id, or nil.
func (r *Ring) find(ctx context.Context, id string) (*ecdsa.PublicKey, error) {
	keys, err := r.known.Get(ctx, "")
	if err != nil {
		return nil, err
	}
	if keys[id] == nil {
		if keys, err = r.recent.Get(ctx, ""); err != nil {
			return nil, err
		}
	}
	return keys[id], nil
}

// load returns the keys of a row and its version. A missing row has no keys and version 0.
func load(ctx context.Context, t table.Table, row table.Key) (set []key, version int64, err error) {
	item, err := t.Get(ctx, row)
	switch {
	case errors.Is(err, table.ErrNotFound):
		return nil, 0, nil
	case err != nil:
		return nil, 0, fmt.Errorf("token: read the keys: %w", err)
	}
	if err := json.Unmarshal(item.Data, &set); err != nil {
		return nil, 0, fmt.Errorf("token: read the keys: %w", err)
	}
	return set, item.Version, nil
}
