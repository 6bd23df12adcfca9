package customer_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/clocktest"
	"ordering/shared/customer"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/table/meter"
	"ordering/shared/table/sqlite/sqlitetest"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// world is a table with a clock.
type world struct {
	*testing.T
	*clocktest.Clock
	table    table.Table
	sessions *customer.Sessions
}

func newWorld(t *testing.T) *world {
	clock := clocktest.At(noon)
	store := sqlitetest.Open(t, clock.Now)
	return &world{T: t, Clock: clock, table: store, sessions: customer.NewSessions(store, secret.Fixed("a secret"), clock.Now)}
}

func (w *world) signIn(who string) (id, cookie string) {
	w.Helper()
	session, cookie, ops, err := w.sessions.Begin(w.Context(), who, "Ann", customer.Browser{Agent: "Firefox on Linux"})
	assert.NilError(w, err)
	assert.NilError(w, w.table.Write(w.Context(), ops...))
	return session.ID, cookie
}

// refresh returns the next cookie of a session that must be alive.
func (w *world) refresh(cookie string) string {
	w.Helper()
	s, next, err := w.sessions.Refresh(w.Context(), cookie, nothing)
	assert.NilError(w, err)
	assert.Assert(w, strings.HasPrefix(next, s.ID+".") && s.Customer == "ann", "session %q of %q has cookie %q", s.ID, s.Customer, next)
	return next
}

func (w *world) refused(cookie string, want error) {
	w.Helper()
	s, next, err := w.sessions.Refresh(w.Context(), cookie, nothing)
	assert.Check(w, errors.Is(err, want) && next == "" && s.ID == "", "Refresh = %+v, %q, %v; want %v", s, next, err, want)
}

// alive returns customer.ErrSessionEnded if the customer's session has ended.
func (w *world) alive(customer, id string) error {
	_, err := w.sessions.Find(w.Context(), customer, id)
	return err
}

func nothing(customer.Session) []table.Op { return nil }

func TestRefreshReplacesTheSecret(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("ann")
	assert.Check(t, w.refresh(first) == first, "a secret of a few seconds was replaced")
	w.Pass(10 * time.Minute)
	second := w.refresh(first)
	assert.Check(t, second != first, "the secret was not replaced")
	// The answer was lost, or another tab was faster: the secret before gets the same successor, until that successor is used.
	w.Pass(day)
	assert.Equal(t, w.refresh(first), second)
}

// Fault 11: a secret that is used again after its successor was used ends the session and tells its customer.
func TestAReusedSecretEndsTheSession(t *testing.T) {
	w := newWorld(t)
	_, first := w.signIn("ann")
	w.Pass(10 * time.Minute)
	second := w.refresh(first)
	w.Pass(10 * time.Minute)
	third := w.refresh(second)
	w.Pass(29 * time.Second)
	assert.Equal(t, w.refresh(first), third, "a tab that was slow for 29 seconds gets the current secret")
	w.Pass(time.Second)
	told := table.Item{Key: table.Key{PK: "mail", SK: "1"}, Data: []byte(`{}`)}
	_, next, err := w.sessions.Refresh(t.Context(), first, func(s customer.Session) []table.Op { return []table.Op{table.Create(told)} })
	assert.Assert(t, errors.Is(err, customer.ErrSessionStolen) && next == "", "Refresh = %q, %v", next, err)
	assert.Check(t, errOf(w.table.Get(t.Context(), told.Key)), "the customer is not told")
	w.refused(third, customer.ErrSessionEnded)
}

// After a table was set back to a backup, an older secret of a session is its current one again. The session ends when its browser sends
// the newer secret, so that a copy of the older one is of no use.
func TestASecretNewerThanTheTableEndsTheSession(t *testing.T) {
	w := newWorld(t)
	id, first := w.signIn("ann")
	_, own, _ := strings.Cut(id, ".")
	backup, err := w.table.Get(t.Context(), table.Key{PK: "session#ann", SK: own})
	assert.NilError(t, err)
	w.Pass(10 * time.Minute)
	second := w.refresh(first)
	w.Pass(10 * time.Minute)
	third := w.refresh(second)
	for _, newer := range []string{second, third} {
		assert.NilError(t, w.table.Write(t.Context(), table.Put(backup)))
		w.refused(newer, customer.ErrSessionEnded)
		w.refused(first, customer.ErrSessionEnded)
	}
}

func TestRefreshRefusesOtherValues(t *testing.T) {
	w := newWorld(t)
	_, ann := w.signIn("ann")
	_, bob := w.signIn("bob")
	dot := strings.LastIndex(ann, ".")
	last := strings.LastIndex(bob, ".")
	for name, cookie := range map[string]string{
		"empty":                  "",
		"without a secret":       ann[:dot],
		"an empty secret":        ann[:dot+1],
		"another's secret":       ann[:dot] + bob[last:],
		"of another customer":    strings.Replace(ann, "ann.", "bob.", 1),
		"a bit changed":          ann[:len(ann)-5] + map[bool]string{true: "B", false: "A"}[ann[len(ann)-5] == 'A'] + ann[len(ann)-4:],
		"not base64":             ann[:dot+1] + "!!!!",
		"a future generation":    ann[:dot+1] + "AAAAAg" + ann[dot+7:],
		"longer than any cookie": ann + strings.Repeat("A", 300),
	} {
		t.Run(name, func(t *testing.T) { w.refused(cookie, customer.ErrSessionEnded) })
	}
	w.refresh(ann)
	other := customer.NewSessions(w.table, secret.Fixed("another secret"), w.Now)
	_, _, err := other.Refresh(t.Context(), ann, nothing)
	assert.NilError(t, err, "the current secret after the key was changed")
}

func TestSessionsExpire(t *testing.T) {
	w := newWorld(t)
	_, idle := w.signIn("ann")
	w.Pass(30*day - time.Second)
	idle = w.refresh(idle)
	w.Pass(30 * day)
	w.refused(idle, customer.ErrSessionEnded)

	_, used := w.signIn("ann")
	began := w.Now()
	for w.Now().Before(began.Add(180*day - time.Second)) {
		used = w.refresh(used)
		w.Set(minTime(w.Now().Add(20*day), began.Add(180*day-time.Second)))
	}
	w.refresh(used)
	w.Pass(time.Second)
	w.refused(used, customer.ErrSessionEnded)
}

func minTime(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// Fault 10: a session that was ended is refused at once. Fault 6: only its customer can end it.
func TestSessionsEnd(t *testing.T) {
	w := newWorld(t)
	phone, onPhone := w.signIn("ann")
	w.Pass(time.Minute)
	tablet, onTablet := w.signIn("ann")
	w.Pass(time.Minute)
	laptop, _ := w.signIn("ann")
	bobs, ofBob := w.signIn("bob")
	live := func(who, id string, want error) {
		t.Helper()
		err := w.alive(who, id)
		assert.Check(t, errors.Is(err, want), "Live = %v, want %v", err, want)
	}
	live("ann", phone, nil)
	live("bob", phone, customer.ErrSessionEnded)
	live("ann", "phone", customer.ErrSessionEnded)
	all, err := w.sessions.List(t.Context(), "ann")
	assert.Assert(t, err == nil && len(all) == 3 && all[0].ID == laptop && all[2].ID == phone, "List = %+v, %v", all, err)
	assert.NilError(t, w.sessions.End(t.Context(), onPhone))
	live("ann", phone, customer.ErrSessionEnded)
	w.refused(onPhone, customer.ErrSessionEnded)
	assert.Check(t, w.sessions.End(t.Context(), onPhone), "signed out twice")
	assert.ErrorIs(t, w.sessions.EndOne(t.Context(), "bob", tablet), customer.ErrSessionEnded, "another's session")
	assert.NilError(t, w.sessions.End(t.Context(), strings.Replace(ofBob, bobs, laptop, 1)))
	live("ann", laptop, nil)
	assert.NilError(t, w.sessions.EndAll(t.Context(), "ann"))
	w.refused(onTablet, customer.ErrSessionEnded)
	live("ann", laptop, customer.ErrSessionEnded)
	live("bob", bobs, nil)
}

// A second read of a sign-out could find that another tab has signed out meanwhile, and fail.
func TestRefreshAndSignOutReadOnceAndWriteOnce(t *testing.T) {
	w := newWorld(t)
	_, cookie := w.signIn("ann")
	w.Pass(time.Hour)
	counted := meter.New(w.table)
	sessions := customer.NewSessions(counted, secret.Fixed("a secret"), w.Now)
	_, cookie, err := sessions.Refresh(t.Context(), cookie, nothing)
	assert.NilError(t, err)
	got := counted.Tally()
	assert.Check(t, got.Gets == 1 && got.Queries == 0 && got.Writes == 1, "%+v", got)
	assert.NilError(t, sessions.End(t.Context(), cookie))
	got = counted.Tally().Sub(got)
	assert.Check(t, got.Gets == 1 && got.Queries == 0 && got.Writes == 1, "%+v", got)
	w.refused(cookie, customer.ErrSessionEnded)
}

// 20 tabs share the cookie of one browser and refresh 200 times at once, also with values that others have replaced meanwhile. No tab is
// signed out, over many days.
func TestTabsThatRefreshAtTheSameTimeStaySignedIn(t *testing.T) {
	w := newWorld(t)
	_, cookie := w.signIn("ann")
	var jar sync.Mutex
	for round := range 20 {
		w.Pass(time.Duration(rand.New(rand.NewPCG(1, uint64(round))).Int64N(int64(2 * day))))
		var tabs sync.WaitGroup
		for range 20 {
			tabs.Go(func() {
				for range 10 {
					jar.Lock()
					sent := cookie
					jar.Unlock()
					_, next, err := w.sessions.Refresh(context.Background(), sent, nothing)
					if err != nil {
						t.Errorf("round %d: %v", round, err)
						return
					}
					w.Pass(50 * time.Millisecond)
					jar.Lock()
					cookie = next
					jar.Unlock()
				}
			})
		}
		tabs.Wait()
	}
}
