package order

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"ordering/shared/basket"
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

// findByKey returns the token of the order that this request began to make; empty when the key is new. The same read
// returns the basket; nil if it does not exist. problem.IdempotencyKeyReused when the key belongs to another body.
func (svc *Service) findByKey(ctx context.Context, s Submission) (token string, b *basket.Basket, err error) {
	record := keyOf(s.Basket, s.Key)
	both := table.Query{PK: record.PK, From: basket.Key(s.Basket).SK, To: record.SK}
	for i, err := range table.All(ctx, svc.table, both) {
		var r keyRecord
		switch {
		case err != nil:
		case i.Key == basket.Key(s.Basket):
			var read basket.Basket
			read, err = basket.Read(i)
			b = &read
		case i.Key == record:
			if err = json.Unmarshal(i.Data, &r); err == nil && r.Print != s.Print {
				return "", nil, problem.New(problem.IdempotencyKeyReused)
			}
			token = r.Order
		}
		if err != nil {
			return "", nil, fmt.Errorf("order: find by key: %w", err)
		}
	}
	return token, b, nil
}

// storeKey is the operation that stores the idempotency key of a request.
func (svc *Service) storeKey(s Submission, token string) table.Op {
	raw, err := json.Marshal(keyRecord{Order: token, Print: s.Print})
	if err != nil {
		panic(err) // two strings
	}
	return table.Create(table.Item{Key: keyOf(s.Basket, s.Key), Data: raw, Expires: svc.now().Add(keyRetention).Truncate(time.Second)})
}
