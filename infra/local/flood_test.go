package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/auth"
	"ordering/shared/brand"
	"ordering/shared/customer/common"
	"ordering/shared/secret"
)

// busy is a hasher that computes no hash before its caller gives up.
type busy struct{ asked chan struct{} }

func (h busy) Hash(ctx context.Context, _ string) (string, error) {
	h.asked <- struct{}{}
	<-ctx.Done()
	return "", ctx.Err()
}

func (h busy) Verify(ctx context.Context, password, _ string) (ok bool, renewed string, err error) {
	_, err = h.Hash(ctx, password)
	return false, "", err
}

// Fault 26: while wrong passwords for many accounts keep the hasher busy, refreshes and the menu are answered. More guesses get 429, and
// those that wait for the hasher 503.
func TestAFloodOfSignInsStopsNoRefreshAndNoMenu(t *testing.T) {
	m := startIn(t, newFolder(t))
	kept, err := secretsOf(settingsIn(m.dir))
	assert.NilError(t, err)
	owner := m.open(kept, "dolores@example.com")
	now, hasher := clockAt(noon), busy{make(chan struct{})}
	accounts := auth.Secrets{Session: secret.Fixed(kept.sessions), Codes: secret.Fixed(kept.codes), Guests: kept.guests}
	operations := slices.DeleteFunc(slices.Clone(m.stack.Operations), func(op api.Operation) bool { return strings.HasPrefix(op.Path, "/api/auth/") })
	operations = append(operations, auth.New(m.stack.Table, brand.Default(), accounts, hasher, common.Password, now, m.address).Operations()...)
	site := api.Handler(operations, identity.New(m.stack.Table, brand.Default(), m.address, now))
	call := func(ctx context.Context, method, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(ctx, method, "/api"+path, strings.NewReader(body))
		for name, value := range map[string]string{
			"Content-Type": "application/json", "Origin": m.address, "Sec-Fetch-Site": "same-origin", "Cookie": owner.session,
		} {
			r.Header.Set(name, value)
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		return w
	}
	guess := func(ctx context.Context, nth int) *httptest.ResponseRecorder {
		email := fmt.Sprintf("guest%d@example.com", nth)
		if nth == 0 {
			email = owner.email
		}
		return call(ctx, http.MethodPost, "/auth/login/customer", fmt.Sprintf(`{"email":%q,"password":"Wrong 57 xx"}`, email))
	}

	const guessed, free = 20, 10 // accounts, and guesses of each before a delay
	flood, stop := context.WithCancel(t.Context())
	answers := make(chan *httptest.ResponseRecorder, guessed*free)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for range free {
		for nth := range guessed {
			all.Go(func() { answers <- guess(flood, nth) })
		}
		for range guessed {
			select {
			case <-hasher.asked:
			case w := <-answers:
				t.Fatalf("a guess did not reach the hasher: %d %s", w.Code, w.Body)
			}
		}
	}
	for nth := range guessed {
		w := guess(t.Context(), nth)
		assert.Check(t, w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") != "", "account %d: %d %s", nth, w.Code, w.Body)
	}
	for range 20 {
		w := call(t.Context(), http.MethodPost, "/auth/refresh", "")
		assert.Check(t, w.Code == http.StatusOK && sessionCookie(reply{header: w.Header()}) != "", "refresh: %d %s", w.Code, w.Body)
		w = call(t.Context(), http.MethodGet, "/online-ordering/locations/menus/"+tulsa, "")
		assert.Check(t, is.Equal(w.Code, http.StatusOK), w.Body)
	}
	assert.Equal(t, len(answers), 0, "a guess was answered meanwhile")
	stop()
	all.Wait()
	close(answers)
	for w := range answers {
		assert.Check(t, is.Equal(w.Code, http.StatusServiceUnavailable), w.Body)
	}
}
