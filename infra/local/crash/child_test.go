package crash

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ordering/shared/loyalty"
	"ordering/shared/money"
	"ordering/shared/order"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/tender"
)

// The child is this test binary; its environment selects the act, the crash point and the injected bug.
const (
	envDir    = "CRASH_DIR"
	envAct    = "CRASH_ACT"
	envBasket = "CRASH_BASKET"
	envCard   = "CRASH_CARD"
	envWallet = "CRASH_WALLET"
	envToken  = "CRASH_TOKEN"
	envPoint  = "CRASH_POINT" // kill itself before or after this point: "before capture"
	envNth    = "CRASH_NTH"   // kill itself at the nth write or call
	envBug    = "CRASH_BUG"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	if os.Getenv(envDir) != "" {
		if err := child(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	time.Sleep(time.Hour) // SIGKILL is on its way: nothing more may happen here
}

// child does one act and prints what the guest receives as soon as the guest would receive it, then the number of steps that it passed.
// It kills itself at the chosen step.
func child() error {
	s, err := openFixture(os.Getenv(envDir), opening)
	if err != nil {
		return err
	}
	defer s.close()
	s.injectBug(os.Getenv(envBug))
	var steps atomic.Int64 // counted by this goroutine and by the provider's server
	nth, _ := strconv.ParseInt(os.Getenv(envNth), 10, 64)
	pass := func() {
		if steps.Add(1) == nth {
			die()
		}
	}
	s.table = countingTable{s.table, pass}
	for _, p := range []provider{s.provider, s.wallet} {
		p.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // before the first call
			pass()
			defer pass() // before the answer is sent
			p.sandbox.ServeHTTP(w, r)
		})
	}
	orders := s.service()
	orders.Reached = func(point string, done bool) {
		if side(point, done) == os.Getenv(envPoint) {
			die()
		}
	}
	var rest []func()
	o, err := act(s, orders, func(f func()) { rest = append(rest, f) })
	if err != nil {
		return err
	}
	fmt.Println(o.Status, o.Token)
	for _, f := range rest {
		f()
	}
	fmt.Println(steps.Load())
	return nil
}

func side(point string, done bool) string {
	if done {
		return "after " + point
	}
	return "before " + point
}

// act runs the child's act. It passes work that the guest does not wait for to later.
func act(s *fixture, orders *order.Service, later func(func())) (order.Order, error) {
	ctx := context.Background()
	switch token := os.Getenv(envToken); os.Getenv(envAct) {
	case "place":
		w, err := s.submission(os.Getenv(envBasket), os.Getenv(envCard), os.Getenv(envWallet))
		if err != nil {
			return order.Order{}, err
		}
		c := order.NewCheckout(orders, s.pricing, guests, order.Pause)
		c.Later = later
		return c.Place(ctx, w)
	case "authenticated":
		return orders.Authenticated(ctx, token)
	case "cancel":
		return orders.Cancel(ctx, token)
	case "refund":
		return orders.Refund(ctx, token, order.RefundRequest{Amount: money.Of(700, money.USD)}, "key-of-the-refund")
	case "refuse":
		return advance(ctx, s, orders, token, order.NotApproved)
	case "earn":
		o, err := advance(ctx, s, orders, token, order.Completed)
		if err == nil {
			err = s.earning().Order(ctx, token)
		}
		if err == nil {
			err = s.earning().Accounts(ctx, time.Minute)
		}
		if err == nil {
			err = s.openAndAdjust(ctx)
		}
		return o, err
	}
	return order.Order{}, problem.New(problem.NotFound)
}

func advance(ctx context.Context, s *fixture, orders *order.Service, token string, to order.Status) (order.Order, error) {
	o, err := order.Load(ctx, s.table, token)
	if err != nil {
		return o, err
	}
	return orders.Advance(ctx, o.ID, order.Event{Status: to, At: s.clock.Now()})
}

// countingTable counts the writes of a table, before and after each.
type countingTable struct {
	table.Table
	pass func()
}

func (c countingTable) Write(ctx context.Context, ops ...table.Op) error {
	c.pass()
	defer c.pass()
	return c.Table.Write(ctx, ops...)
}

// injectBug adds a bug to the fixture, to show that the audit detects it.
func (s *fixture) injectBug(bug string) {
	switch bug {
	case "no key":
		s.payments = withoutKey{s.payments}
	case "money first":
		s.table = &lateWriter{Table: s.table}
	case "release keeps the use":
		s.table = withoutWrites{s.table, func(op table.Op) bool {
			return op.Kind == table.KindAdd && op.Delta < 0 && inPartition(op, "promo-use#")
		}}
	case "release keeps the use of the customer":
		s.table = withoutWrites{s.table, func(op table.Op) bool { return op.Kind == table.KindDelete && inPartition(op, "promo-of#") }}
	case "points stay spent":
		s.table = withoutWrites{s.table, func(op table.Op) bool {
			isReverse := strings.Contains(op.Item.SK, "reverse") || bytes.Contains(op.Item.Data, []byte(`"kind":"reverse"`))
			return isReverse && inPartition(op, loyalty.Prefix)
		}}
	case "earned twice":
		s.table = withoutWrites{s.table, func(op table.Op) bool { return strings.HasPrefix(op.Item.SK, "once#earn#") }}
	case "code stays used":
		s.table = withoutWrites{s.table, func(op table.Op) bool {
			return inPartition(op, "coupon#") && !bytes.Contains(op.Item.Data, []byte(`"order"`))
		}}
	}
}

func inPartition(op table.Op, prefix string) bool { return strings.HasPrefix(op.Item.PK, prefix) }

// withoutWrites forgets some operations.
type withoutWrites struct {
	table.Table
	forgets func(table.Op) bool
}

func (w withoutWrites) Write(ctx context.Context, ops ...table.Op) error {
	return w.Table.Write(ctx, slices.DeleteFunc(slices.Clone(ops), w.forgets)...)
}

// withoutKey authorises and captures in one call, under a new key each time.
type withoutKey struct{ tender.Payments }

func (k withoutKey) Authorise(ctx context.Context, _ string, a tender.Authorisation) (tender.Intent, error) {
	i, err := k.Payments.Authorise(ctx, rand.Text(), a)
	if err != nil {
		return i, err
	}
	return k.Payments.Capture(ctx, rand.Text(), i.ID, a.Amount)
}

// lateWriter writes an order only after it is paid: it holds the first write back until the second.
type lateWriter struct {
	table.Table
	held []table.Op
	done bool
}

func (l *lateWriter) Write(ctx context.Context, ops ...table.Op) error {
	if !l.done {
		l.held, l.done = ops, true
		return nil
	}
	if l.held != nil {
		if err := l.Table.Write(ctx, l.held...); err != nil {
			return err
		}
		l.held = nil
	}
	return l.Table.Write(ctx, ops...)
}
