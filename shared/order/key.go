package order

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ordering/shared/basket"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// keyRetention is how long an order that was not placed is kept, so that a repeated request gets the same answer.
const keyRetention = 30 * 24 * time.Hour

// tokenOf returns the token of the order that a request makes. It is derived from the basket's id, which has 130 random bits and shows its
// guest the order's token anyway, and from the idempotency key: a repeated request finds its order without a record of the key.
func tokenOf(basketID, key string) string {
	sum := sha256.Sum256([]byte("order\x00" + basketID + "\x00" + key))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:26]) // 130 bits
}

// keyRecord is what the releases before December 2026 stored with a request's idempotency key: the order's token and the fingerprint of
// the request. It expires after 30 days.
type keyRecord struct {
	Order string `json:"order"`
	Print string `json:"print"`
}

// keyOf returns the key of a request's record.
func keyOf(basketID, key string) table.Key {
	return table.Key{PK: "basket#" + basketID, SK: "key#" + key}
}

// Fingerprint returns a hash of a request body.
func Fingerprint(body any) string {
	sum := sha256.Sum256(table.Encode(body))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// CheckKey checks that an Idempotency-Key has 16 to 64 visible characters.
func CheckKey(key string) error {
	invisible := func(r rune) bool { return r <= ' ' || r > '~' }
	if len(key) < 16 || len(key) > 64 || strings.ContainsFunc(key, invisible) {
		return problem.New(problem.IdempotencyKeyMissing)
	}
	return nil
}

// findByKey returns the token of the order that this request began to make; empty when the key is new to the basket. The same read
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
	if token != "" {
		return token, b, nil
	}
	repeated := b == nil
	if b != nil {
		repeated, err = b.Repeats(s.Key, s.Print)
	}
	if repeated && err == nil {
		token, err = svc.madeBy(ctx, s)
	}
	return token, b, err
}

// madeBy returns the token of the order that this request made; empty if it made none.
func (svc *Service) madeBy(ctx context.Context, s Submission) (string, error) {
	token := tokenOf(s.Basket, s.Key)
	_, err := LoadProgress(ctx, svc.table, token)
	if problem.Is(err, problem.OrderNotFound) {
		return "", nil
	}
	return token, err
}
