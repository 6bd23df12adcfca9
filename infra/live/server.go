package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"ordering/functions/api/guard"
	"ordering/functions/payment"
	"ordering/infra/operate"
	"ordering/infra/server"
	"ordering/shared/guest"
	"ordering/shared/secret"
	"ordering/shared/table"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

func tablePath(dataDir string) string { return filepath.Join(dataDir, "table.db") }

// newServer connects the server to Stripe, the kitchen and the mail server.
func newServer(ctx context.Context, s settings, m *monitor) (_ *server.Server, err error) {
	if err := s.checkSite(); err != nil {
		return nil, err
	}
	if err := claimFolder(s.DataDir, s.Accepted); err != nil {
		return nil, err
	}
	if err := operate.CheckFolder(s.DataDir, s.Accepted...); err != nil {
		return nil, err
	}
	st, err := server.Open(s.Settings, m.now)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			st.Close()
		}
	}()
	err = errors.Join(
		markLive(s.DataDir),
		os.WriteFile(filepath.Join(s.DataDir, "site"), []byte(filepath.Dir(s.Site)), 0o600), // the build, for publish.mjs
	)
	if err != nil {
		return nil, fmt.Errorf("the data folder cannot be written: %w", err)
	}
	secrets := map[string]string{}
	for _, name := range []string{guests, sessions, codes} {
		if secrets[name], err = secretOf(ctx, st.Store, name); err != nil {
			return nil, err
		}
	}
	hooks, err := webhook.Parse(s.get("STRIPE_WEBHOOK_SECRET"))
	if err != nil {
		return nil, err
	}
	mailer, err := newMailer(s)
	if err != nil {
		return nil, err
	}
	st.Closers = append(st.Closers, mailer)
	err = st.Connect(ctx, server.Outside{
		Payments:     s.payments(),
		Card:         payment.Method{Provider: "stripe", Field: stripe.CardPath, PublishableKey: s.get("STRIPE_PUBLISHABLE_KEY")},
		PaymentHooks: hooks,
		Kitchen:      s.kitchen(),
		Desk:         s.desk(),
		Mailer:       mailer,
		Guests:       guest.Secret(secrets[guests]),
		Sessions:     secret.Fixed(secrets[sessions]),
		Codes:        secret.Fixed(secrets[codes]),
		Social:       s.social(),
	})
	if err != nil {
		return nil, err
	}
	m.mailer, m.table = mailer, st.Store
	st.Loops = append(st.Loops, m.run, func(ctx context.Context) { backUpDaily(ctx, s) }, func(ctx context.Context) { publishWhenDue(ctx, s) })
	st.Handler = front{settings: s, site: m.timed(st.Handler), metrics: m.metrics(), healthy: func(ctx context.Context) error {
		_, err := secretOf(ctx, st.Store, guests)
		return err
	}}
	return st, nil
}

// markLive records that the folder has a table of real orders: losing it stops the next start.
func markLive(dataDir string) error {
	return os.WriteFile(filepath.Join(dataDir, operate.LiveMark), []byte("real orders\n"), 0o600)
}

// claimFolder refuses a folder of the development stack, and one that has lost its table. It marks the folder, so that the development
// stack does not deliver real orders to simulators. The mark has text once there is a table.
func claimFolder(dataDir string, accepted []string) error {
	if operate.IsWritten(filepath.Join(dataDir, "payments.db")) {
		return fmt.Errorf("%s has the simulated orders of npm start: DATA_DIR must name another folder. Nothing was changed", dataDir)
	}
	mark, table := filepath.Join(dataDir, operate.LiveMark), tablePath(dataDir)
	if err := interruptedRestore(dataDir); err != nil && !slices.Contains(accepted, "table.db") {
		return err
	}
	if operate.IsWritten(mark) && !operate.IsWritten(table) && !slices.Contains(accepted, "table.db") {
		return operate.LossError(fmt.Errorf("%s is missing, and real orders were there: without it they are lost", table), "table.db")
	}
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return fmt.Errorf("the data folder cannot be created: %w", err)
	}
	f, err := os.OpenFile(mark, os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = f.Close()
	}
	return err
}

// isOwner returns an error if another user owns the data folder: the server could not write files that this user creates.
func isOwner(dataDir string) error {
	info, err := os.Stat(dataDir)
	if err != nil {
		return nil // it does not exist yet
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(owner.Uid) == os.Geteuid() {
		return nil
	}
	name := fmt.Sprint("the user ", owner.Uid)
	if u, err := user.LookupId(fmt.Sprint(owner.Uid)); err == nil {
		name = u.Username
	}
	return fmt.Errorf("%s belongs to %s: run this as %s, such as with runuser -u %s. Nothing was changed", dataDir, name, name, name)
}

// The names of the secrets. The first keys the index of guests' orders; the others derive the secrets of sessions and the mailed codes.
const (
	guests   = "guests"
	sessions = "sessions"
	codes    = "codes"
)

// secretOf reads a secret of the system. It creates the secret of a new table. Secrets are in the table, so that a backup has them.
func secretOf(ctx context.Context, t table.Table, name string) (string, error) {
	key := table.Key{PK: "secret", SK: name}
	item, err := t.Get(ctx, key)
	if errors.Is(err, table.ErrNotFound) {
		item = table.Item{Key: key, Data: []byte(rand.Text())}
		err = t.Write(ctx, table.Create(item))
	}
	if err != nil {
		return "", fmt.Errorf("read or create the secret of %s: %w", name, err)
	}
	return string(item.Data), nil
}

// notThroughProxy is a response header of /healthz. It means that the proxy did not pass on the caller's host or address, so that rate
// limits per guest would not work.
const notThroughProxy = "Not-Through-Proxy"

// front handles every request first: it serves /healthz and /metrics, rejects unknown hosts, and sets the guest's address from the
// headers of a trusted proxy.
type front struct {
	settings
	site    http.Handler
	metrics http.Handler
	healthy func(context.Context) error
}

func (f front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host := strings.ToLower(r.Host)
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	known := slices.Contains(f.hosts, host)
	// A command on this machine, such as npm run publish. A proxy that is set up passes the guest's host and address.
	// Such a command uses the address that the server announces: localhost, or HOST if that is another address of this machine.
	caller := peer.Addr().Unmap()
	local := (caller.IsLoopback() || caller.String() == f.host) && len(r.Header.Values("X-Forwarded-For")) == 0
	switch {
	case r.URL.Path == "/healthz":
		guest := f.clientOf(peer.Addr(), r.Header.Values("X-Forwarded-For"))
		if !known || local || guest == peer.Addr().Unmap() || guest.IsLoopback() {
			w.Header().Set(notThroughProxy, "true")
		}
		f.health(w, r)
		return
	case r.URL.Path == "/metrics" && f.mayReadMetrics(r):
		f.metrics.ServeHTTP(w, r)
		return
	case !known && !(local && slices.Contains([]string{"localhost", "127.0.0.1", "::1", f.host}, strings.Trim(host, "[]"))):
		http.Error(
			w,
			"This server does not serve the host "+host+". SITE_URL and HOSTS name those that it serves; a proxy must pass the Host header.",
			http.StatusMisdirectedRequest,
		)
		return
	}
	if guest := f.clientOf(peer.Addr(), r.Header.Values("X-Forwarded-For")); guest.IsValid() {
		r.RemoteAddr = netip.AddrPortFrom(guest, 0).String()
	}
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "Forwarded"} {
		r.Header.Del(name)
	}
	r.Header.Set("X-Forwarded-Proto", "https") // SITE_URL is https
	w.Header().Set("Strict-Transport-Security", "max-age=31536000")
	f.site.ServeHTTP(w, r)
}

// mayReadMetrics reports whether the caller has METRICS_TOKEN. A local address is not enough: the requests of a proxy that passes on
// neither the host nor the guest's address have one too.
func (f front) mayReadMetrics(r *http.Request) bool {
	token := f.get("METRICS_TOKEN")
	return token != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+token)) == 1
}

// clientOf returns the address of the guest: the last one that is not a trusted proxy's. A guest can forge only those before it.
func (f front) clientOf(peer netip.Addr, forwarded []string) netip.Addr {
	at := peer.Unmap()
	named := strings.Split(strings.Join(forwarded, ","), ",")
	for _, text := range slices.Backward(named) {
		if !slices.ContainsFunc(f.proxies, func(p netip.Prefix) bool { return p.Contains(at) }) {
			return at
		}
		next, err := guard.AddressOf(text)
		if err != nil {
			return at
		}
		at = next.Unmap()
	}
	return at
}

// health answers 200 if the table answers, for a proxy or a supervisor.
func (f front) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	w.Header().Set("Cache-Control", "no-store")
	if err := f.healthy(ctx); err != nil {
		http.Error(w, "the table does not answer", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}
