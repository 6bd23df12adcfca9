package order_test

import (
	"log/slog"
	"os"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/problem"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// together runs f n times in parallel.
func together(n int, f func(n int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// refused demands that the submission is rejected with this problem.
func refused(t *testing.T, g *ordertest.Fixture, s order.Submission, want problem.Code) {
	t.Helper()
	_, err := g.Checkout.Place(t.Context(), s)
	assert.Assert(t, problem.Is(err, want), "got %v, want %s", err, want)
}

// reconcile continues with all orders that are due, and returns their number.
func reconcile(t *testing.T, g *ordertest.Fixture) int {
	t.Helper()
	n, err := g.Service().Reconcile(t.Context())
	assert.Check(t, err)
	return n
}

// crashes runs f in a process that ends at a point of the saga, before it or after it (done). It reports whether f came to that point.
func crashes(g *ordertest.Fixture, at func(point string, done bool) bool, f func(*order.Service)) (died bool) {
	type end struct{}
	svc := g.Service()
	svc.Reached = func(point string, done bool) {
		if at(point, done) {
			panic(end{})
		}
	}
	defer func() {
		r := recover()
		if _, died = r.(end); r != nil && !died {
			panic(r)
		}
	}()
	f(svc)
	return false
}
