package payments

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
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
	Refunds  []refundEntry     `json:"refunds,omitempty"`
	Dispute  *dispute          `json:"dispute,omitempty"`
}

// refundEntry is a refund of the ledger.
type refundEntry struct {
	ID      string `json:"id"`
	Amount  int64  `json:"amount"`
	Status  string `json:"status"`
	Created int64  `json:"created"`
}

// dispute is the cardholder's objection to a payment.
type dispute struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Created int64  `json:"created"`
}

// text returns a random id.
func text() string { return strings.ToLower(rand.Text()) }

func (i *intent) refuse(code string) { i.Status, i.Declined = needsMethod, code }

// Money returns an amount in the payment's currency.
func (i intent) Money(minor int64) money.Amount { return money.Of(minor, money.Currency(i.Currency)) }

// place returns an intent's sort key in the index: seconds, then order.
func place(seconds, order int64) string { return fmt.Sprintf("%012d-%020d", seconds, order) }

// call is one call of the API: its parameters, the intent that it is about, and the writes of its transaction.
type call struct {
	table.Table
	ctx    context.Context
	now    time.Time
	form   url.Values
	site   string     // see Sandbox.Site
	intent intent     // changes of it are stored if the call succeeds
	stored table.Item // the intent as it was read
	ops    []table.Op // other writes
}

// do runs f and writes its transaction. After a version conflict it runs f again on fresh data.
func (s *Sandbox) do(ctx context.Context, f func(*call) error) error {
	for {
		c := &call{Table: s.table, ctx: ctx, now: s.now()}
		if err := f(c); err != nil {
			return err
		}
		item := table.Item{
			Key:   table.Key{PK: kindIntent, SK: c.intent.ID},
			Index: table.Key{PK: byCreation, SK: place(c.intent.Created, c.intent.Order)}, Data: encode(c.intent),
		}
		switch {
		case c.intent.ID == "" || bytes.Equal(item.Data, c.stored.Data):
		case c.stored.Version == 0:
			c.ops = append(c.ops, table.Create(item))
		default:
			c.ops = append(c.ops, table.Replace(item, c.stored.Version))
		}
		if s.Callback != "" {
			c.ops = append(c.ops, c.events()...)
		}
		if err := c.Write(ctx, c.ops...); !errors.As(err, new(*table.Conflict)) {
			return err
		}
	}
}

func encode(document any) []byte {
	data, err := json.Marshal(document)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return data
}

// read reads a document into into. The error is table.ErrNotFound if it does not exist.
func (c *call) read(kind, id string, into any) (table.Item, error) {
	item, err := c.Get(c.ctx, table.Key{PK: kind, SK: id})
	if err == nil {
		err = json.Unmarshal(item.Data, into)
	}
	return item, err
}

// find reads the intent that the call is about, by its id or by the id of its redaction job.
func (c *call) find(id string) (err error) {
	if job, ok := strings.CutPrefix(id, jobPrefix); ok {
		id = intentPrefix + job
	}
	c.stored, err = c.read(kindIntent, id, &c.intent)
	return err
}

// create makes the intent that the call is about. With a card it is confirmed: authorised, declined or waiting for the guest's bank.
func (c *call) create(amount int64, currency, back string, m method) {
	id := intentPrefix + text()
	c.intent = intent{
		ID: id, Secret: id + "_secret_" + text(), Created: c.now.Unix(), Order: time.Now().UnixNano(), Status: needsMethod,
		Amount: amount, Currency: currency, Return: back, Method: m, Metadata: map[string]string{},
	}
	for field := range c.form {
		if name, ok := strings.CutPrefix(field, "metadata["); ok {
			c.intent.Metadata[strings.TrimSuffix(name, "]")] = c.form.Get(field)
		}
	}
	switch card := m.card(); {
	case m.ID == "":
	case card.decline != "":
		c.intent.refuse(card.decline)
	case card.asks:
		c.intent.Status = needsAction
	default:
		c.intent.Status = needsCapture
	}
}

// list returns intents created from since to until (unix seconds), newest first: at most limit, and only those older than the intent after.
func (c *call) list(since, until int64, after string, limit int) (found []intent, more bool, err error) {
	q := table.Query{
		PK: byCreation, Index: true, From: place(since, 0), To: place(until+1, 0), Descending: true, Limit: limit + 1, // one to detect more
	}
	if after != "" {
		var i intent
		if _, err := c.read(kindIntent, after, &i); err != nil {
			return nil, false, err
		}
		q.To = place(i.Created, i.Order-1)
	}
	for item, err := range table.All(c.ctx, c, q) {
		var i intent
		if err == nil {
			err = json.Unmarshal(item.Data, &i)
		}
		if err != nil || len(found) == limit {
			return found, err == nil, err
		}
		found = append(found, i)
	}
	return found, false, nil
}

// newest returns the newest payments, at most limit.
func (s *Sandbox) newest(ctx context.Context, limit int) (found []intent, err error) {
	err = s.do(ctx, func(c *call) (err error) {
		found, _, err = c.list(0, 1<<36, "", limit)
		return err
	})
	return found, err
}

// Intents returns every payment as a tender.Intent, newest first.
func (s *Sandbox) Intents(ctx context.Context) ([]tender.Intent, error) {
	found, err := s.newest(ctx, 1<<30)
	all := make([]tender.Intent, len(found))
	for n, i := range found {
		all[n] = tender.Intent{
			ID: i.ID, Order: i.Metadata["order"], State: states[i.Status], Amount: i.Money(i.Amount), Captured: i.Money(i.Captured),
			Refunded: i.Money(i.Refunded),
		}
	}
	return all, err
}

// answer is a response stored under its idempotency key.
type answer struct {
	Request string          `json:"request,omitempty"` // hash of the request
	Status  int             `json:"status"`
	Body    json.RawMessage `json:"body"`

	lose bool // the first answer is lost on the way
}

// answersFor is how long an answer is kept under its idempotency key.
const answersFor = 30 * 24 * time.Hour

// once runs f unless the idempotency key has an answer: then it returns that answer. The answer and the effect are written in one
// transaction. It refuses a key that belongs to another request.
func (s *Sandbox) once(ctx context.Context, key, request string, f func(*call) (answer, error)) (a answer, again bool, err error) {
	sum := sha256.Sum256([]byte(request))
	hash := hex.EncodeToString(sum[:])
	err = s.do(ctx, func(c *call) (err error) {
		if key == "" {
			a, err = f(c)
			return err
		}
		a = answer{}
		switch _, err = c.read(kindAnswer, key, &a); {
		case err == nil && a.Request != hash:
			a = failure(http.StatusBadRequest, "idempotency_error", "",
				"Keys for idempotent requests can only be used with the same parameters they were first used with.")
			return nil
		case err == nil:
			again = true
			return nil
		case !errors.Is(err, table.ErrNotFound):
			return err
		}
		if a, err = f(c); err != nil {
			return err
		}
		a.Request = hash
		c.ops = append(c.ops, table.Create(table.Item{
			// The index finds the answers about an intent, because they may contain its card.
			Key: table.Key{PK: kindAnswer, SK: key}, Index: table.Key{PK: answersOf + c.intent.ID, SK: key},
			Expires: c.now.Add(answersFor), Data: encode(a),
		}))
		return nil
	})
	return a, again, err
}

var cardInAnswer = regexp.MustCompile(`"card":\{[^{}]*\}`)

// redact erases the card of a payment: in the intent, in the methods, and in the answers stored for idempotency.
func (c *call) redact() error {
	c.ops = append(c.ops, table.Delete(table.Key{PK: kindMethod, SK: c.intent.Method.ID}, 0))
	c.intent.Method = method{}
	for item, err := range table.All(c.ctx, c, table.Query{PK: answersOf + c.intent.ID, Index: true}) {
		if err != nil {
			return err
		}
		item.Data = cardInAnswer.ReplaceAll(item.Data, []byte(`"card":{"brand":"","last4":""}`))
		c.ops = append(c.ops, table.Replace(item, item.Version))
	}
	return nil
}
