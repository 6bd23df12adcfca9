package order

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ordering/shared/problem"
	"ordering/shared/table"
)

// keyRetention is how long the idempotency key of a request is kept.
const keyRetention = 30 * 24 * time.Hour

// keyRecord is stored with a request's idempotency key: the order's token and the fingerprint of the request.
type keyRecord struct {
	Order string `json:"order"`
	Print string `json:"print"`
}

// keyOf returns the key of a request's record. It includes the basket, so that keys of different guests neither collide nor reveal
// each other.
func keyOf(basketID, key string) table.Key {
	return table.Key{PK: "basket#" + basketID, SK: "key#" + key}
}

// Fingerprint returns a hash of a request body.
func Fingerprint(body any) string {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(fmt.Errorf("order: fingerprint: %w", err)) // a decoded JSON body
	}
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// CheckKey checks that an Idempotency-Key has 16 to 64 visible characters.
func CheckKey(key string) error {
	if len(key) < 16 || len(key) > 64 {
		return problem.New(problem.IdempotencyKeyMissing)
	}
	for _, r := range key {
		if r <= ' ' || r > '~' {
			return problem.New(problem.IdempotencyKeyMissing)
		}
	}
	return nil
}

// findByKey returns the token of the order that this request began to make; empty when the key is new. problem.IdempotencyKeyReused
// when the key belongs to another body.
func (svc *Service) findByKey(ctx context.Context, s Submission) (token string, err error) {
	i, err := svc.table.Get(ctx, keyOf(s.Basket, s.Key))
	if errors.Is(err, table.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("order: recall: %w", err)
	}
	var r keyRecord
	if err := json.Unmarshal(i.Data, &r); err != nil {
		return "", fmt.Errorf("order: recall: %w", err)
	}
	if r.Print != s.Print {
		return "", problem.New(problem.IdempotencyKeyReused)
	}
	return r.Order, nil
}

// storeKey is the operation that stores the idempotency key of a request.
func (svc *Service) storeKey(s Submission, token string) table.Op {
	raw, err := json.Marshal(keyRecord{Order: token, Print: s.Print})
	if err != nil {
		panic(err) // two strings
	}
	return table.Create(table.Item{Key: keyOf(s.Basket, s.Key), Data: raw, Expires: svc.now().Add(keyRetention).Truncate(time.Second)})
}
