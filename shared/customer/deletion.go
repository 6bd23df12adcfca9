package customer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"ordering/shared/claim"
	"ordering/shared/guest"
	"ordering/shared/table"
)

// ReconsiderFor is how long a customer can cancel the deletion of an account.
const ReconsiderFor = 30 * 24 * time.Hour

// Deletion is the end of an account that its customer asked for.
type Deletion struct {
	Asked time.Time `json:"asked"`
	Due   time.Time `json:"due"`
	// Ended is when the erasure began. Nothing else is left of the profile then.
	Ended time.Time `json:"ended,omitzero"`
}

// dueKey is the index key of an account that will be erased.
func (c Customer) dueKey() table.Key {
	if c.Deletion == nil {
		return table.Key{}
	}
	return table.Key{PK: "deletions", SK: c.Deletion.Due.UTC().Format(time.RFC3339) + "#" + c.ID}
}

// AskDeletion schedules the erasure of the account after ReconsiderFor, and sends the customer a mail. A repeated call changes nothing.
func AskDeletion(ctx context.Context, t table.Table, id string, now time.Time) (Customer, error) {
	c, err := Profile(ctx, t, id)
	if err != nil || c.Deletion != nil {
		return c, err
	}
	return ChangeProfile(ctx, t, id, AnyVersion, func(c *Customer) error {
		c.Deletion = &Deletion{Asked: now, Due: now.Add(ReconsiderFor)}
		return nil
	}, Mail(MailDeletion, id, int(now.Unix()), now))
}

// CancelDeletion keeps the account.
func CancelDeletion(ctx context.Context, t table.Table, id string) (Customer, error) {
	return ChangeProfile(ctx, t, id, AnyVersion, func(c *Customer) error {
		c.Deletion = nil
		return nil
	})
}

// keep returns the operations that keep the account of a customer who signs in.
func (c Customer) keep() []table.Op {
	if c.Deletion == nil {
		return nil
	}
	c.Deletion = nil
	return []table.Op{table.Replace(c.item(), c.version)}
}

// DueDeletions returns the ids of the customers of the accounts to erase.
func DueDeletions(ctx context.Context, t table.Table, now time.Time) (ids []string, err error) {
	for i, err := range table.All(ctx, t, table.Query{PK: "deletions", Index: true, To: now.UTC().Format(time.RFC3339)}) {
		if err != nil {
			return nil, fmt.Errorf("customer: list deletions: %w", err)
		}
		ids = append(ids, strings.TrimPrefix(i.PK, "customer#"))
	}
	return ids, nil
}

// ErrKept means that the customer kept the account.
var ErrKept = errors.New("customer: the account is kept")

// EndAccount begins the erasure of an account: it removes the person from the profile, and the lookup of the address. AddressNames returns
// the addresses from then on. It returns when the erasure began, which is earlier if it is continued. With ifDue it returns ErrKept for an
// account that is not due: its customer may have signed in after DueDeletions read it.
func EndAccount(
	ctx context.Context, t table.Table, id string, guests guest.Secret, now time.Time, ifDue bool,
) (began time.Time, err error) {
	err = claim.Write(ctx, t, claim.Pause, func() ([]table.Op, error) {
		c, err := load(ctx, t, id)
		if err != nil {
			return nil, err
		}
		if c.erased() {
			began = c.Deletion.Ended
			return nil, nil
		}
		if ifDue && (c.Deletion == nil || now.Before(c.Deletion.Due)) {
			return nil, ErrKept
		}
		began = now
		rest := Customer{ID: id, Created: c.Created, Deletion: &Deletion{Asked: now, Due: now, Ended: now}}
		if c.Deletion != nil {
			rest.Deletion.Asked, rest.Deletion.Due = c.Deletion.Asked, c.Deletion.Due
		}
		old, err := OldEmails(ctx, t, id)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, address := range append(old, c.Email) {
			names = append(names, guests.Name(address))
		}
		ops := []table.Op{table.Replace(rest.item(), c.version), table.Put(table.Item{Key: addressNamesKey(id), Data: table.Encode(names)})}
		if owner, err := IDOfEmail(ctx, t, guests, c.Email); err != nil {
			return nil, err
		} else if owner == id {
			ops = append(ops, table.Delete(emailKey(guests.Name(c.Email)), 0))
		}
		return append(ops, table.Delete(referralKey(ReferralCode(id)), 0)), nil
	}, profileKey(id).PK)
	if err != nil {
		return time.Time{}, err
	}
	return began, nil
}

func addressNamesKey(id string) table.Key {
	return table.Key{PK: profileKey(id).PK, SK: "address-names"}
}

// AddressNames returns the pseudonyms of the addresses of an account after EndAccount: an erasure finds the forms of the person by them.
func AddressNames(ctx context.Context, t table.Table, id string) (names []string, err error) {
	_, err = readIfAny(ctx, t, addressNamesKey(id), "the names of addresses", &names)
	return names, err
}

func (c Customer) erased() bool { return c.Deletion != nil && !c.Deletion.Ended.IsZero() }

// Linked returns the row that leads from a person at a provider to the customer, if the item is the customer's side of it.
func Linked(i table.Item) (table.Key, bool) {
	var at struct{ Provider, Name string }
	if !strings.HasPrefix(i.PK, "credential#") || !strings.HasPrefix(i.SK, "social#") || json.Unmarshal(i.Data, &at) != nil {
		return table.Key{}, false
	}
	return table.Key{PK: "social#" + at.Provider + "#" + at.Name, SK: "customer"}, true
}
