package payments

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ordering/shared/money"
	"ordering/shared/tender"
)

// ledger is the provider's own memory, in a file of its own: what it holds must not depend on what ours says.
type ledger struct {
	file *file
	now  func() time.Time
}

// answersFor is how long an answer is kept under its Idempotency-Key.
const answersFor = 30 * 24 * time.Hour

func openLedger(path string, now func() time.Time) (*ledger, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, fmt.Errorf("sandbox: open the ledger: %w", err)
	}
	return &ledger{file: f, now: now}, nil
}

// do runs f in one transaction: all of it is written, or nothing. The error is that of f, or of the file.
func (l *ledger) do(ctx context.Context, f func(tx) error) error {
	if err := l.file.do(ctx, l.now(), f); err != nil {
		return fmt.Errorf("sandbox: ledger: %w", err)
	}
	return nil
}

// answer is what a caller was told.
type answer struct {
	status int
	body   []byte
}

// once does f unless its key has been answered: then it gives that answer again. The answer is written with the effect, so that
// a crash leaves both or neither. A key that belongs to another request is errKeyReused.
func (l *ledger) once(ctx context.Context, key, request string, f func(tx) (answer, error)) (a answer, again bool, err error) {
	sum := sha256.Sum256([]byte(request))
	print := hex.EncodeToString(sum[:])
	err = l.do(ctx, func(t tx) error {
		if key != "" {
			var stored string
			err := t.first([]any{&stored, &a.status, &a.body}, `SELECT print, status, body FROM answer WHERE key = ? AND created > ?`, key, t.now.Add(-answersFor).Unix())
			switch {
			case err == nil && stored != print:
				return errKeyReused
			case err == nil:
				again = true
				return nil
			case !errors.Is(err, sql.ErrNoRows):
				return err
			}
		}
		if a, err = f(t); err != nil || key == "" {
			return err
		}
		return t.exec(`INSERT OR REPLACE INTO answer (key, print, status, body, created) VALUES (?, ?, ?, ?, ?)`, key, print, a.status, a.body, t.now.Unix())
	})
	return a, again, err
}

var (
	errKeyReused = errors.New("sandbox: this key belongs to another request")
	errAbsent    = errors.New("sandbox: no such object")
)

func (t tx) intent(id string) (intent, error) {
	var doc string
	if err := t.first([]any{&doc}, `SELECT doc FROM intent WHERE id = ?`, id); errors.Is(err, sql.ErrNoRows) {
		return intent{}, errAbsent
	} else if err != nil {
		return intent{}, err
	}
	var i intent
	return i, json.Unmarshal([]byte(doc), &i)
}

func (t tx) save(i intent) error {
	doc, err := json.Marshal(i)
	if err != nil {
		return err
	}
	return t.exec(`INSERT INTO intent (id, created, doc) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`, i.ID, i.Created, string(doc))
}

// list returns intents made from since to until (unix seconds), newest first: at most limit of them, and only those older than the intent after.
func (t tx) list(since, until int64, after string, limit int) (found []intent, more bool, err error) {
	rows, err := t.query(`SELECT doc FROM intent WHERE created >= ? AND created <= ? AND (? = '' OR seq < (SELECT seq FROM intent WHERE id = ?)) ORDER BY seq DESC LIMIT ?`, since, until, after, after, limit+1)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var doc string
		var i intent
		if err := errors.Join(rows.Scan(&doc), json.Unmarshal([]byte(doc), &i)); err != nil {
			return nil, false, err
		}
		found = append(found, i)
	}
	if len(found) > limit {
		return found[:limit], true, rows.Err()
	}
	return found, false, rows.Err()
}

func (t tx) method(id string) (method, error) {
	var doc string
	if err := t.first([]any{&doc}, `SELECT doc FROM method WHERE id = ?`, id); errors.Is(err, sql.ErrNoRows) {
		return method{}, errAbsent
	} else if err != nil {
		return method{}, err
	}
	var m method
	return m, json.Unmarshal([]byte(doc), &m)
}

func (t tx) saveMethod(m method) error {
	doc, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return t.exec(`INSERT INTO method (id, doc) VALUES (?, ?)`, m.ID, string(doc))
}

// Entry is a payment as the ledger has it, for whoever reconciles the orders with it.
type Entry struct {
	Intent   string
	Order    string // what the caller named it: metadata[order]
	Status   string // Stripe's: requires_payment_method, requires_action, requires_capture, succeeded, canceled
	Amount   money.Amount
	Captured money.Amount
	Refunded money.Amount
	Card     string // as its owner knows it: Visa ending in 4242
	Declined string // code of the last refusal
	Created  time.Time
}

// Entries lists every payment, newest first.
func (s *Sandbox) Entries(ctx context.Context) ([]Entry, error) {
	var all []Entry
	err := s.ledger.do(ctx, func(t tx) error {
		found, _, err := t.list(0, 1<<40, "", 1<<30)
		for _, i := range found {
			all = append(all, i.entry())
		}
		return err
	})
	return all, err
}

// Intents lists every payment in the words of an order, for its audit.
func (s *Sandbox) Intents(ctx context.Context) ([]tender.Intent, error) {
	entries, err := s.Entries(ctx)
	all := make([]tender.Intent, len(entries))
	for n, e := range entries {
		all[n] = tender.Intent{ID: e.Intent, Order: e.Order, State: states[e.Status], Amount: e.Amount, Captured: e.Captured, Refunded: e.Refunded}
	}
	return all, err
}

var states = map[string]tender.IntentState{
	needsMethod: tender.IntentOpen, needsAction: tender.IntentWaiting, needsCapture: tender.IntentAuthorised,
	succeeded: tender.IntentCaptured, canceled: tender.IntentCancelled,
}
