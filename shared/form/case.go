package form

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"ordering/shared/claim"
	"ordering/shared/guest"
	"ordering/shared/problem"
	"ordering/shared/table"
)

// Status is the state of a case.
type Status string

// The states. A privacy request is Unverified until the guest enters the mailed code; desks do not see it before.
const (
	Unverified Status = "unverified"
	Open       Status = "open"
	Closed     Status = "closed"
)

// File is a file of a case.
type File struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // media type
	Bytes int    `json:"bytes"`
}

// Note is what a person at a desk wrote about a case.
type Note struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// Code is the mailed code that verifies a privacy request.
type Code struct {
	Nth    int       `json:"nth"` // of all codes of the case
	Mailed time.Time `json:"mailed"`
	Tries  int       `json:"tries,omitempty"`
}

// Case is a form as stored.
type Case struct {
	ID        string    `json:"-"`         // secret of the guest
	Reference string    `json:"reference"` // names the case in mails and calls
	Kind      Kind      `json:"kind"`
	Entry     Entry     `json:"entry"`
	Locale    string    `json:"locale"`  // of the guest's page and mails
	Country   string    `json:"country"` // of the guest's site
	Received  time.Time `json:"received"`
	Status    Status    `json:"status"`
	Code      Code      `json:"code,omitzero"`
	Verified  time.Time `json:"verified,omitzero"`
	// AcknowledgeBy and AnswerBy are the last days of the deadlines of a privacy request, at midnight UTC.
	AcknowledgeBy time.Time `json:"acknowledgeBy,omitzero"`
	AnswerBy      time.Time `json:"answerBy,omitzero"`
	Closed        time.Time `json:"closed,omitzero"`
	Outcome       string    `json:"outcome,omitempty"`
	Contest       string    `json:"contest,omitempty"` // id of the contest that the guest entered
	ContestCloses time.Time `json:"contestCloses,omitzero"`
	Files         []File    `json:"files,omitempty"`
	Notes         []Note    `json:"notes,omitempty"`
	Erased        time.Time `json:"erased,omitzero"` // when the guest's data was removed
	// Print recognises a repetition of the request. It is derived from all fields and a secret; an erasure removes it.
	Print string `json:"print,omitempty"`

	version int64
}

// unverifiedFor is how long a privacy request waits for its code.
const unverifiedFor = 7 * 24 * time.Hour

// caseSK is the sort key of a case.
const caseSK = "case"

// keyPrefix is the prefix of the partitions of cases.
const keyPrefix = "case#"

func key(id string) table.Key { return table.Key{PK: keyPrefix + id, SK: caseSK} }

// Expires is when the case expires. The time of an entry begins when the contest closes: until then it counts as the person's one entry,
// and a winner is drawn from all.
func (c Case) Expires() time.Time {
	from := c.Received
	if from.Before(c.ContestCloses) {
		from = c.ContestCloses
	}
	switch {
	case c.Status == Unverified:
		return c.Received.Add(unverifiedFor).Truncate(time.Second)
	case !c.Erased.IsZero() && !c.isRecord():
		return c.Erased.Add(erasedFor).Truncate(time.Second)
	}
	return from.Add(Kinds[c.Kind].Retention()).Truncate(time.Second)
}

// sortable is the format of instants in sort keys, in UTC.
const sortable = "2006-01-02T15:04:05.000Z"

func (c Case) item() table.Item {
	index := table.Key{PK: "cases#" + string(c.Kind), SK: c.Received.UTC().Format(sortable) + "#" + c.ID}
	return table.Item{Key: key(c.ID), Index: index, Data: table.Encode(c), Expires: c.Expires()}
}

// ofPerson returns the row that leads from the pseudonym of an address to the case.
func (c Case) ofPerson(name string) table.Item {
	return table.Item{Key: table.Key{PK: "case-of#" + name, SK: c.ID}, Data: []byte("{}"), Expires: c.Expires()}
}

// ofReference returns the row that leads from the reference to the case.
func (c Case) ofReference() table.Item {
	return table.Item{Key: referenceKey(c.Reference), Data: table.Encode(referenceRow{c.ID}), Expires: c.Expires()}
}

type referenceRow struct {
	Case string `json:"case"` // id
}

// referencePrefix is the prefix of the partitions of references.
const referencePrefix = "case-ref#"

func referenceKey(reference string) table.Key {
	return table.Key{PK: referencePrefix + Normal(reference), SK: caseSK}
}

// Normal returns a reference in the form for comparisons: people write it in small letters and with spaces.
func Normal(reference string) string {
	return strings.NewReplacer("-", "", " ", "").Replace(strings.ToUpper(reference))
}

// Replace returns the operation that writes a changed case, if it is still the version that was read.
func (c Case) Replace() table.Op { return table.Replace(c.item(), c.version) }

func read(item table.Item) (Case, error) {
	var c Case
	if err := json.Unmarshal(item.Data, &c); err != nil {
		return Case{}, fmt.Errorf("form: read a case: %w", err)
	}
	c.ID, c.version = strings.TrimPrefix(item.PK, keyPrefix), item.Version
	return c, nil
}

// Load returns a case. problem.NotFound if it does not exist.
func Load(ctx context.Context, t table.Table, id string) (Case, error) {
	item, err := t.Get(ctx, key(id))
	if errors.Is(err, table.ErrNotFound) {
		return Case{}, problem.New(problem.NotFound)
	}
	if err != nil {
		return Case{}, fmt.Errorf("form: read a case: %w", err)
	}
	return read(item)
}

// Find returns the case with the reference. problem.NotFound if it does not exist.
func Find(ctx context.Context, t table.Table, reference string) (Case, error) {
	var row referenceRow
	item, err := t.Get(ctx, referenceKey(reference))
	if errors.Is(err, table.ErrNotFound) {
		return Case{}, problem.New(problem.NotFound)
	}
	if err == nil {
		err = json.Unmarshal(item.Data, &row)
	}
	if err != nil {
		return Case{}, fmt.Errorf("form: find a case: %w", err)
	}
	return Load(ctx, t, row.Case)
}

// Change changes a case and writes it together with the operations that change returns. After a conflict it loads the case again and
// retries. It writes the case also without operations.
func Change(ctx context.Context, t table.Table, id string, change func(*Case) ([]table.Op, error)) (c Case, err error) {
	err = claim.Write(ctx, t, claim.Pause, func() ([]table.Op, error) {
		if c, err = Load(ctx, t, id); err != nil {
			return nil, err
		}
		ops, err := change(&c)
		if err != nil {
			return nil, err
		}
		return append(ops, c.Replace()), nil
	}, keyPrefix, "attempts#")
	return c, err
}

// List iterates over the cases of a kind that were received since then, the newest first. It ends with the first error.
func List(ctx context.Context, t table.Table, k Kind, since time.Time) iter.Seq2[Case, error] {
	return func(yield func(Case, error) bool) {
		q := table.Query{PK: "cases#" + string(k), From: since.UTC().Format(sortable), Index: true, Descending: true}
		for item, err := range table.All(ctx, t, q) {
			var c Case
			if err == nil {
				c, err = read(item)
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// OfPerson returns the cases of the person with this pseudonym of an address.
func OfPerson(ctx context.Context, t table.Table, name string) (all []Case, err error) {
	for item, err := range table.All(ctx, t, table.Query{PK: "case-of#" + name}) {
		if err != nil {
			return nil, fmt.Errorf("form: read the cases of a person: %w", err)
		}
		c, err := Load(ctx, t, item.SK)
		switch {
		case problem.Is(err, problem.NotFound): // expired
		case err != nil:
			return nil, err
		default:
			all = append(all, c)
		}
	}
	return all, nil
}

// idOf derives the id of a case from the idempotency key of its request, so that a repeated request finds it.
func idOf(idempotencyKey string) string {
	sum := sha256.Sum256([]byte("case\x00" + idempotencyKey))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:26]) // 130 bits
}

// referenceOf derives the nth choice of the reference of a case. It has no letters that look like digits. It depends on a secret, so that a
// key cannot be chosen for the reference of another case.
func referenceOf(guests guest.Secret, id string, nth int) string {
	const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	sum := sha256.Sum256([]byte(guests.Print(fmt.Sprintf("reference\x00%s\x00%d", id, nth))))
	text := make([]byte, 8)
	for i := range text {
		text[i] = letters[int(sum[i])%len(letters)]
	}
	return string(text[:4]) + "-" + string(text[4:])
}
