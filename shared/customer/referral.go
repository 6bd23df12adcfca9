package customer

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"

	"ordering/shared/guest"
	"ordering/shared/table"
)

// ReferralCode returns the code that a customer gives to friends: 50 bits, derived from the id, so that it never changes.
func ReferralCode(id string) string {
	sum := sha256.Sum256([]byte("referral/" + id))
	return base32.StdEncoding.EncodeToString(sum[:])[:10]
}

func referralKey(code string) table.Key { return table.Key{PK: "referral#" + code, SK: "customer"} }

// OfferReferral returns the customer's code. The first call writes the row that leads from the code to the customer.
func OfferReferral(ctx context.Context, t table.Table, id string) (string, error) {
	code := ReferralCode(id)
	err := t.Write(ctx, table.Create(table.Item{Key: referralKey(code), Data: encode(emailRow{id})}))
	if err != nil && !errors.As(err, new(*table.Conflict)) {
		return "", fmt.Errorf("customer: offer a referral code: %w", err)
	}
	return code, nil
}

// Referrer returns the owner of the code that the friend entered at the sign-up. ok is false without one, and if it may be the same
// person: a phone, an address or a mailbox is the same.
func Referrer(ctx context.Context, t table.Table, friend Customer) (c Customer, ok bool, err error) {
	typed := strings.ToUpper(strings.Join(strings.FieldsFunc(friend.Referral, func(r rune) bool { return r == ' ' || r == '-' }), ""))
	if typed == "" {
		return c, false, nil
	}
	var row emailRow
	_, err = read(ctx, t, referralKey(typed), "a referral code", &row)
	if err == nil {
		c, err = Find(ctx, t, row.Customer)
	}
	if errors.Is(err, table.ErrNotFound) {
		return c, false, nil
	}
	return c, err == nil && !samePerson(c, friend), err
}

// samePerson reports whether two accounts may be of one person or household.
func samePerson(a, b Customer) bool {
	home := func(c Customer) string {
		at := c.Address
		return strings.ToLower(strings.Join(strings.Fields(at.Line+" "+at.Unit+" "+at.Zip), " "))
	}
	return a.ID == b.ID || a.Phone != "" && a.Phone == b.Phone || home(a) != "" && home(a) == home(b) ||
		guest.SameMailbox(a.Email, b.Email)
}
