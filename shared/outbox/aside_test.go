package outbox

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ordering/shared/table"
)

// Fault 33: poison is set aside, kept, and sent again when its cause is fixed. Other rows are delivered:
// TestFailedRowIsRescheduledAndOthersAreDelivered.
func TestPoisonIsSetAsideAndCanBeSentAgain(t *testing.T) {
	b := newBench(t)
	b.Put(note("bad/1", noon), Row("nobody's", "bad/2", nil, noon), table.Put(table.Item{Key: key("bad/3", noon), Data: []byte(`{"torn`)}))
	b.fail["bad/1"] = errors.New(strings.Repeat("é", 150))
	tries := 0
	for range maxFaults {
		tries += len(b.drain())
		b.Pass(10 * time.Minute)
	}
	if tries != maxFaults {
		t.Errorf("tried %d times, want %d", tries, maxFaults)
	}
	if got := b.drain(); got != nil {
		t.Errorf("still tried: %v", got)
	}
	if got := b.ids(Aside); !slices.Equal(got, []string{"bad/1", "bad/2", "bad/3"}) {
		t.Errorf("kept aside: %v", got)
	}
	if left := b.ids(Pending); left != nil {
		t.Errorf("still pending: %v", left)
	}
	delete(b.fail, "bad/1")
	if err := Again(t.Context(), b, "bad/1", b.Now()); err != nil {
		t.Fatal(err)
	}
	if got := b.drain(); !slices.Equal(got, []string{"bad/1"}) {
		t.Errorf("given back: %v", got)
	}
	if err := Again(t.Context(), b, "bad/1", b.Now()); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("given back twice: %v", err)
	}
}

func TestWatchWakes(t *testing.T) {
	b := newBench(t)
	w, wake := Watch(b.Table)
	awake := func() bool {
		select {
		case <-wake:
			return true
		default:
			return false
		}
	}
	other := table.Create(table.Item{Key: table.Key{PK: "x", SK: "y"}, Data: []byte("{}")})
	if err := w.Write(t.Context(), other); err != nil || awake() {
		t.Errorf("woke without a row (%v)", err)
	}
	if err := w.Write(t.Context(), other, note("a/0", noon)); err == nil || awake() {
		t.Errorf("woke for a write that was refused (%v)", err)
	}
	for i := range 3 {
		if err := w.Write(t.Context(), note(fmt.Sprint("a/", i+1), noon)); err != nil {
			t.Fatal(err)
		}
	}
	if !awake() || awake() {
		t.Error("three rows must leave one token")
	}
	// Run delivers new rows, and with them the rows that were there before.
	ctx, stop := context.WithCancel(t.Context())
	got := make(chan string, 9)
	d := NewDrainer(b.Table, b.Now, rand.Float64, map[string]Handler{"note": func(_ context.Context, d Delivery) error { got <- d.ID; return nil }})
	ended := make(chan struct{})
	go func() { d.Run(ctx, wake); close(ended) }()
	if err := w.Write(t.Context(), note("b/9", noon)); err != nil {
		t.Fatal(err)
	}
	var delivered []string
	for range 4 {
		delivered = append(delivered, <-got)
	}
	if slices.Sort(delivered); !slices.Equal(delivered, []string{"a/1", "a/2", "a/3", "b/9"}) {
		t.Errorf("delivered %v", delivered)
	}
	stop()
	<-ended
}
