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
	err := t.Write(ctx, table.Create(table.Item{Key: referralKey(code), Data: table.Encode(emailRow{id})}))
	if err != nil && !errors.As(err, new(*table.Conflict)) {
		return "", fmt.Errorf("customer: offer a referral code: %w", err)
	}
	return code, nil
}

// referrerOf returns the id of the customer with the code, as a friend typed it. table.ErrNotFound.
func referrerOf(ctx context.Context, t table.Table, typed string) (string, error) {
	code := strings.ToUpper(strings.Join(strings.FieldsFunc(typed, func(r rune) bool { return r == ' ' || r == '-' }), ""))
	var row emailRow
	_, err := read(ctx, t, referralKey(code), "a referral code", &row)
	return row.Customer, err
}

// KnowsReferral reports whether a customer has the code that the form of a sign-up names. Without a code it is true.
func (a *Accounts) KnowsReferral(ctx context.Context, f SignUpForm) (bool, error) {
	if strings.TrimSpace(f.Referral) == "" {
		return true, nil
	}
	_, err := referrerOf(ctx, a.Table, f.Referral)
	if errors.Is(err, table.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Referrer returns the owner of the code that the friend entered at the sign-up. ok is false without one, and if it may be the same
// person: a phone, an address or a mailbox is the same.
func Referrer(ctx context.Context, t table.Table, friend Customer) (c Customer, ok bool, err error) {
	if friend.Referral == "" {
		return c, false, nil
	}
	id, err := referrerOf(ctx, t, friend.Referral)
	if err == nil {
		c, err = Find(ctx, t, id)
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
