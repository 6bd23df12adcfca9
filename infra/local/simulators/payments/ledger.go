package payments

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"ordering/shared/money"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// Partitions of the ledger and of its index.
const (
	kindIntent = "intent"
	kindMethod = "method"
	kindAnswer = "answer"
	kindSwitch = "switch"

	byCreation = "intents"  // index: all intents, by creation
	answersOf  = "answers#" // index prefix: answers about an intent; its id follows
)

// Statuses of an intent, in Stripe's spelling.
const (
	needsMethod  = "requires_payment_method"
	needsAction  = "requires_action"
	needsCapture = "requires_capture"
	succeeded    = "succeeded"
	canceled     = "canceled"
)

var states = map[string]tender.IntentState{
	needsMethod: tender.IntentOpen, needsAction: tender.IntentWaiting, needsCapture: tender.IntentAuthorised,
	succeeded: tender.IntentCaptured, canceled: tender.IntentCancelled,
}

// intent is one payment.
type intent struct {
	ID       string            `json:"id"`
	Secret   string            `json:"secret"` // the browser sends it to authenticate
	Created  int64             `json:"created"`
	Order    int64             `json:"order"` // sequence number within its second
	Amount   int64             `json:"amount"`
	Currency string            `json:"currency"`
	Status   string            `json:"status"`
	Captured int64             `json:"captured"`
	Refunded int64             `json:"refunded"`
	Method   method            `json:"method,omitzero"`
	Return   string            `json:"return,omitempty"`
	Declined string            `json:"declined,omitempty"` // code of the last decline
	Metadata map[string]string `json:"metadata,omitempty"`

	version int64 // 0: not in the ledger yet
}

// text returns a random id.
func text() string { return strings.ToLower(rand.Text()) }

// confirm authorises the card: the outcome is an authorisation, a decline or a request to authenticate.
func (i *intent) confirm(m method) {
	i.Method = m
	switch c := m.card(); {
	case c.decline != "":
		i.refuse(c.decline)
	case c.asks:
		i.Status = needsAction
	default:
		i.Status = needsCapture
	}
}

func (i *intent) refuse(code string) { i.Status, i.Declined = needsMethod, code }

func (i intent) money(minor int64) money.Amount { return money.Of(minor, money.Currency(i.Currency)) }

// place returns an intent's sort key in the index: seconds, then order.
func place(seconds, order int64) string { return fmt.Sprintf("%012d-%020d", seconds, order) }

// tx collects the writes of one call, which are written in one transaction when the call succeeds.
type tx struct {
	table.Table
	ctx   context.Context
	now   time.Time
	about string // the id of the intent that was saved
	ops   []table.Op
}

// do runs f and writes its transaction. After a version conflict it runs f again on fresh data.
func (s *Sandbox) do(ctx context.Context, f func(*tx) error) error {
	for {
		t := &tx{Table: s.table, ctx: ctx, now: s.now()}
		if err := f(t); err != nil {
			return err
		}
		if err := t.Write(ctx, t.ops...); !errors.As(err, new(*table.Conflict)) {
			return err
		}
	}
}

// load reads a document into into. The error is table.ErrNotFound if it does not exist.
func (t *tx) load(kind, id string, into any) (table.Item, error) {
	item, err := t.Get(t.ctx, table.Key{PK: kind, SK: id})
	if err == nil {
		err = json.Unmarshal(item.Data, into)
	}
	return item, err
}

// with returns the item with doc as its data.
func with(i table.Item, doc any) table.Item {
	data, err := json.Marshal(doc)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	i.Data = data
	return i
}

// intent reads an intent. The answer of the call is filed under it, because the answer may contain its card.
func (t *tx) intent(id string) (i intent, err error) {
	t.about = id
	item, err := t.load(kindIntent, id, &i)
	i.version = item.Version
	return i, err
}

func (t *tx) save(i intent) {
	t.about = i.ID
	item := with(table.Item{Key: table.Key{PK: kindIntent, SK: i.ID}, Index: table.Key{PK: byCreation, SK: place(i.Created, i.Order)}}, i)
	if i.version == 0 {
		t.ops = append(t.ops, table.Create(item))
	} else {
		t.ops = append(t.ops, table.Replace(item, i.version))
	}
}

// list returns intents created from since to until (unix seconds), newest first: at most limit (0: no limit), and only those older than
// the intent after.
func (t *tx) list(since, until int64, after string, limit int) (found []intent, more bool, err error) {
	q := table.Query{PK: byCreation, Index: true, From: place(since, 0), To: place(until+1, 0), Descending: true}
	if after != "" {
		i, err := t.intent(after)
		if err != nil {
			return nil, false, err
		}
		q.To = place(i.Created, i.Order)
	}
	if limit > 0 {
		q.Limit = limit + 2 // one for after itself, one to detect more
	}
	for {
		page, err := t.Query(t.ctx, q)
		if err != nil {
			return nil, false, err
		}
		for _, item := range page.Items {
			var i intent
			if err := json.Unmarshal(item.Data, &i); err != nil {
				return nil, false, err
			}
			switch {
			case i.ID == after:
			case limit > 0 && len(found) == limit:
				return found, true, nil
			default:
				found = append(found, i)
			}
		}
		if q.Cursor = page.Cursor; q.Cursor == "" {
			return found, false, nil
		}
	}
}

// Intents returns every payment as a tender.Intent, newest first.
func (s *Sandbox) Intents(ctx context.Context) ([]tender.Intent, error) {
	found, err := s.all(ctx)
	all := make([]tender.Intent, len(found))
	for n, i := range found {
		all[n] = tender.Intent{
			ID: i.ID, Order: i.Metadata["order"], State: states[i.Status], Amount: i.money(i.Amount), Captured: i.money(i.Captured),
			Refunded: i.money(i.Refunded),
		}
	}
	return all, err
}

func (s *Sandbox) all(ctx context.Context) (found []intent, err error) {
	err = s.do(ctx, func(t *tx) (err error) {
		found, _, err = t.list(0, 1<<36, "", 0)
		return err
	})
	return found, err
}

// answer is a response stored under its idempotency key.
type answer struct {
	Request string          `json:"request,omitempty"` // hash of the request
	Status  int             `json:"status"`
	Body    json.RawMessage `json:"body"`
}

// answersFor is how long an answer is kept under its idempotency key.
const answersFor = 30 * 24 * time.Hour

var errKeyReused = errors.New("sandbox: this key belongs to another request")

// once runs f unless the idempotency key has an answer: then it returns that answer. The answer and the effect are written in one
// transaction. It returns errKeyReused if the key belongs to another request.
func (s *Sandbox) once(ctx context.Context, key, request string, f func(*tx) (answer, error)) (a answer, again bool, err error) {
	sum := sha256.Sum256([]byte(request))
	hash := hex.EncodeToString(sum[:])
	err = s.do(ctx, func(t *tx) (err error) {
		if key == "" {
			a, err = f(t)
			return err
		}
		a = answer{}
		switch _, err = t.load(kindAnswer, key, &a); {
		case err == nil && a.Request != hash:
			return errKeyReused
		case err == nil:
			again = true
			return nil
		case !errors.Is(err, table.ErrNotFound):
			return err
		}
		if a, err = f(t); err != nil {
			return err
		}
		a.Request = hash
		t.ops = append(t.ops, table.Create(with(table.Item{
			Key: table.Key{PK: kindAnswer, SK: key}, Index: table.Key{PK: answersOf + t.about, SK: key}, Expires: t.now.Add(answersFor),
		}, a)))
		return nil
	})
	return a, again, err
}

var cardsTold = regexp.MustCompile(`"card":\{[^{}]*\}`)

// redact erases the card of a payment: in the intent, in the methods, and in the answers stored for idempotency.
func (t *tx) redact(i *intent) error {
	t.ops = append(t.ops, table.Delete(table.Key{PK: kindMethod, SK: i.Method.ID}, 0))
	i.Method = method{}
	t.save(*i)
	told, err := t.Query(t.ctx, table.Query{PK: answersOf + i.ID, Index: true})
	for _, item := range told.Items {
		item.Data = cardsTold.ReplaceAll(item.Data, []byte(`"card":{"brand":"","last4":""}`))
		t.ops = append(t.ops, table.Replace(item, item.Version))
	}
	return err
}
