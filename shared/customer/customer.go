// Package customer keeps accounts: who a customer is, how they sign in, and the sessions of their browsers.
//
// The rows of a customer are in partitions by the parts that different functions may read: customer#<id> is what the profile shows,
// credential#<id> is how they sign in, session#<id> are their sessions. email#<name> leads from the pseudonym of a mail address to its
// customer, and makes it unique.
package customer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ordering/shared/guest"
	"ordering/shared/locale"
	"ordering/shared/table"
)

// Customer is a person with an account. Its address is always confirmed: until then there is only a SignUp.
type Customer struct {
	ID string `json:"-"`
	guest.Contact
	Address  SavedAddress `json:"primaryAddress,omitzero"`
	Birthday *Birthday    `json:"birthday,omitempty"`
	// BirthdaySet is when the customer entered the birthday. Profiles of earlier releases have none.
	BirthdaySet time.Time     `json:"birthdaySet,omitzero"`
	Referral    string        `json:"referral,omitempty"` // the code that was entered at the sign-up
	Language    locale.Locale `json:"language"`           // of mails
	Country     string        `json:"country"`
	Created     time.Time     `json:"created"`
	Deletion    *Deletion     `json:"deletion,omitempty"` // if the customer asked for it

	version int64
}

// Address is a postal address.
type Address = guest.Address

// ProfileRow is the sort key of the profile itself.
const ProfileRow = "profile"

func profileKey(id string) table.Key { return table.Key{PK: "customer#" + id, SK: ProfileRow} }

// Saved returns the customer with the version of the profile, which ChangeProfile requires.
func (c Customer) Saved() Saved[Customer] { return Saved[Customer]{c.version, c} }

func (c Customer) item() table.Item {
	return table.Item{Key: profileKey(c.ID), Index: c.dueKey(), Data: table.Encode(c)}
}

// Find returns the customer with the id, or table.ErrNotFound, also if the account was erased.
func Find(ctx context.Context, t table.Table, id string) (Customer, error) {
	c, err := load(ctx, t, id)
	if err == nil && c.erased() {
		return Customer{}, fmt.Errorf("customer: the account was erased: %w", table.ErrNotFound)
	}
	return c, err
}

// load returns the customer with the id, or what an erasure has left.
func load(ctx context.Context, t table.Table, id string) (c Customer, err error) {
	c.ID = id
	c.version, err = read(ctx, t, profileKey(id), "a profile", &c)
	return c, err
}

// credential is how a customer signs in with a password. Hash is empty if they use other ways only.
type credential struct {
	Hash    string    `json:"hash,omitempty"`
	Changed time.Time `json:"changed"` // when the password was set
	SignIn  time.Time `json:"signIn"`  // the last one

	customer string
	version  int64
}

func (c credential) key() table.Key   { return table.Key{PK: "credential#" + c.customer, SK: "password"} }
func (c credential) item() table.Item { return table.Item{Key: c.key(), Data: table.Encode(c)} }

// replace returns the operation that writes the credential. A sign-in writes it together with its session, so that a sign-in with the old
// password and a change of the password cannot both succeed.
func (c credential) replace() table.Op { return table.Replace(c.item(), c.version) }

func findCredential(ctx context.Context, t table.Table, customer string) (c credential, err error) {
	c.customer = customer
	c.version, err = readIfAny(ctx, t, c.key(), "a credential", &c)
	return c, err
}

// emailKey is the row that leads from an address to its customer.
func emailKey(name string) table.Key { return table.Key{PK: "email#" + name, SK: "customer"} }

type emailRow struct {
	Customer string `json:"customer"`
}

func emailItem(name, customer string) table.Item {
	return table.Item{Key: emailKey(name), Data: table.Encode(emailRow{customer})}
}

// findEmail returns the id of the customer with the address, or "", and the version of the row.
func findEmail(ctx context.Context, t table.Table, name string) (id string, version int64, err error) {
	var row emailRow
	version, err = readIfAny(ctx, t, emailKey(name), "an address", &row)
	return row.Customer, version, err
}

// IDOfEmail returns the id of the customer with the address, or "".
func IDOfEmail(ctx context.Context, t table.Table, guests guest.Secret, email string) (string, error) {
	id, _, err := findEmail(ctx, t, guests.Name(email))
	return id, err
}

// read decodes the item of the key into row, and returns its version. Its errors name the item with what. Without an item it returns
// table.ErrNotFound.
func read(ctx context.Context, t table.Table, key table.Key, what string, row any) (version int64, err error) {
	item, err := t.Get(ctx, key)
	if err == nil {
		err = json.Unmarshal(item.Data, row)
	}
	if err != nil {
		return 0, fmt.Errorf("customer: read %s: %w", what, err)
	}
	return item.Version, nil
}

// list decodes the rows of a query. Its errors name the rows with what.
func list[T any](ctx context.Context, t table.Table, q table.Query, what string, decode func(table.Item) (T, error)) (all []T, err error) {
	for item, err := range table.All(ctx, t, q) {
		var one T
		if err == nil {
			one, err = decode(item)
		}
		if err != nil {
			return nil, fmt.Errorf("customer: list %s: %w", what, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// readIfAny is read for an item that need not exist: without it the version is 0 and row is unchanged.
func readIfAny(ctx context.Context, t table.Table, key table.Key, what string, row any) (version int64, err error) {
	version, err = read(ctx, t, key, what, row)
	if errors.Is(err, table.ErrNotFound) {
		return 0, nil
	}
	return version, err
}
