package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"gotest.tools/v3/assert"

	"ordering/functions/notify"
	"ordering/infra/harness/journey"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/location"
	"ordering/shared/order/audit"
	"ordering/shared/table/sqlite"
	"ordering/shared/tender"
	"ordering/shared/webhook"
)

// ordering is the program to test: the one that ORDERING names, such as that of a release, or this test binary.
var ordering = cmp.Or(os.Getenv("ORDERING"), os.Args[0])

// activity has a token after a call to one of the simulated external systems.
type activity chan struct{}

func (a activity) note() {
	select {
	case a <- struct{}{}:
	default: // it has a token already
	}
}

// postbox is an SMTP server on this machine.
type postbox struct {
	activity
	mu          sync.Mutex
	mails       []string
	connections int
	refuse      error // the answer to a recipient
	// refuseSender is the answer to our own address.
	refuseSender error
	listener     net.Listener
}

func newPostbox(t testing.TB, a activity) *postbox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	p := &postbox{activity: a, listener: listener}
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.connections++
		return session{p}, nil
	}))
	s.ErrorLog = log.New(io.Discard, "", 0) // a killed program breaks the connection
	go func() { _ = s.Serve(listener) }()
	t.Cleanup(func() { _ = s.Close() })
	return p
}

func (p *postbox) port() string {
	_, port, _ := net.SplitHostPort(p.listener.Addr().String())
	return port
}

func (p *postbox) all() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.mails...)
}

type session struct{ *postbox }

func (v session) Mail(string, *smtp.MailOptions) error { return v.refuseSender }
func (v session) Rcpt(string, *smtp.RcptOptions) error { return v.refuse }
func (v session) Reset()                               {}
func (v session) Logout() error                        { return nil }
func (v session) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	v.mu.Lock()
	defer v.mu.Unlock()
	defer v.note()
	v.mails = append(v.mails, string(text))
	return err
}

// kitchen is a restaurant's own system: it stores the signed messages that it gets.
type kitchen struct {
	*httptest.Server
	activity
	mu       sync.Mutex
	messages []notify.KitchenMessage
}

func newKitchen(t testing.TB, keys webhook.Secrets, a activity, now func() time.Time) *kitchen {
	k := &kitchen{activity: a}
	k.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var m notify.KitchenMessage
		if keys.Verify(r.Header.Get(webhook.KitchenHeader), body, now()) != nil || json.Unmarshal(body, &m) != nil {
			http.Error(w, "not ours", http.StatusUnauthorized)
			return
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		defer k.note()
		k.messages = append(k.messages, m)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(k.Close)
	return k
}

func (k *kitchen) got(kind string) (found []notify.KitchenMessage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, m := range k.messages {
		if m.Type == kind {
			found = append(found, m)
		}
	}
	return found
}

// world has the simulated external systems of the program: the kitchen, the mail server, the payment provider. It has the program's
// settings and runs its commands.
type world struct {
	testing.TB
	now      func() time.Time
	activity activity
	dir      string
	kitchen  *kitchen
	box      *postbox
	payments *payments.Sandbox
	paid     string // the file of the payments
	provider *httptest.Server
	env      []string
	process  *exec.Cmd
	logged   <-chan struct{} // closed when the log of the process was read to its end
	address  string
	expected string // the only error that the log may have

	mu     sync.Mutex
	guests int
	orders []string // tokens
}

const kitchenSecret, hookSecret, goodCard = "secret-of-the-kitchen", "whsec_of-the-provider", "4242424242424242"

func newWorld(t testing.TB) *world {
	t.Helper()
	return newWorldAt(t, time.Now, filepath.Join(t.TempDir(), "payments.db"))
}

// newWorldAt returns a world with a clock and the file of the payments.
func newWorldAt(t testing.TB, now func() time.Time, paid string) *world {
	t.Helper()
	w := &world{TB: t, now: now, paid: paid, dir: t.TempDir(), activity: make(activity, 1)}
	w.kitchen, w.box = newKitchen(t, webhook.Secrets{[]byte(kitchenSecret)}, w.activity, now), newPostbox(t, w.activity)
	ledger, err := payments.Open(paid, now)
	assert.NilError(t, err)
	t.Cleanup(func() { _ = ledger.Close() })
	events := httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) { w.proxy("203.0.113.7").ServeHTTP(to, r) }))
	t.Cleanup(events.Close)
	ledger.Callback, ledger.Secrets = events.URL+"/api/webhooks/stripe", webhook.Secrets{[]byte(hookSecret)}
	w.payments, w.provider = ledger, httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		// The simulated bank returns only to its own site; Stripe's returns to ours.
		body = bytes.ReplaceAll(body, []byte(url.QueryEscape("https://burgers.test")), nil)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		ledger.ServeHTTP(to, r)
	}))
	t.Cleanup(w.provider.Close)
	lines := []string{
		"# the settings of a test", "SITE_URL=https://burgers.test", "PORT=0", "ALLOW=test-keys",
		"STRIPE_URL=" + w.provider.URL + payments.Prefix, "STRIPE_SECRET_KEY=" + payments.SecretKey,
		"STRIPE_PUBLISHABLE_KEY=" + payments.PublishableKey,
		"STRIPE_WEBHOOK_SECRET=" + hookSecret, "KITCHEN_URL=" + w.kitchen.URL, "KITCHEN_SECRETS=" + kitchenSecret,
		"SMTP_HOST=127.0.0.1", "SMTP_PORT=" + w.box.port(), "MAIL_FROM=orders@burgers.test", "OPERATOR_MAIL=chef@burgers.test",
		"DATA_DIR=" + filepath.Join(w.dir, "data"),
	}
	if ordering == os.Args[0] { // an archive has a site
		lines = append(lines, "SITE="+builtSite(t))
	}
	file := filepath.Join(w.dir, "settings")
	assert.NilError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600))
	w.env = []string{"LIVE_TEST_PROGRAM=1", "SETTINGS=" + file}
	return w
}

// builtSite returns the folder of a site that has only what the program needs.
func builtSite(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "shell.html"), []byte("<!doctype html>"), 0o600))
	return dir
}

// settings returns the settings as the program reads them.
func (w *world) settings() settings {
	w.Helper()
	v, err := read(func(name string) string {
		for _, e := range w.env {
			if value, ok := strings.CutPrefix(e, name+"="); ok {
				return value
			}
		}
		return ""
	})
	assert.NilError(w, err)
	s, err := settingsOf(v)
	assert.NilError(w, err)
	return s
}

// command is a command of the program. Its environment has no PATH.
func (w *world) command(args ...string) *exec.Cmd {
	c := exec.CommandContext(w.Context(), ordering, args...)
	c.Env = w.env
	return c
}

// run runs a command of the program to its end and returns its output.
func (w *world) run(args ...string) (string, error) {
	out, err := w.command(args...).CombinedOutput()
	return string(out), err
}

func (w *world) must(args ...string) string {
	w.Helper()
	out, err := w.run(args...)
	if err != nil {
		w.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// serve starts the program and waits until it is healthy.
func (w *world) serve() {
	w.Helper()
	w.process = w.command("serve")
	log, err := w.process.StderrPipe()
	assert.NilError(w, err)
	assert.NilError(w, w.process.Start())
	serving, ended := make(chan struct{}), make(chan struct{})
	w.logged = ended
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(log); lines.Scan(); {
			line := lines.Text()
			assert.Check(w, !strings.Contains(line, "level=ERROR") || w.expected != "" && strings.Contains(line, w.expected), line)
			if strings.Contains(line, "msg=serving") {
				close(serving)
			}
		}
	}()
	select {
	case <-serving:
	case <-ended:
		w.Fatal("the program ended")
	case <-time.After(time.Minute):
		w.Fatal("the program does not start")
	}
	address, err := os.ReadFile(filepath.Join(w.dir, "data", "server.lock"))
	assert.NilError(w, err)
	w.address = string(address)
	w.Cleanup(w.kill)
	answer, err := http.Get(w.address + "/healthz")
	assert.Assert(w, err == nil && answer.Body.Close() == nil && answer.StatusCode == http.StatusOK, "/healthz: %v %v", answer, err)
}

func (w *world) kill() {
	_ = w.process.Process.Kill()
	<-w.logged // Wait closes the pipe of the log
	_ = w.process.Wait()
}

// until waits until done. It checks after each call to an external system.
func (w *world) until(what string, done func() bool) {
	w.Helper()
	for late := time.After(2 * time.Minute); !done(); {
		select {
		case <-w.activity:
		case <-late:
			w.Fatalf("timeout: %s", what)
		}
	}
}

// untilStored waits until the program has stored a result. It checks once a second, because done opens the table.
func (w *world) untilStored(what string, done func() bool) {
	w.Helper()
	for end := time.Now().Add(2 * time.Minute); !done(); time.Sleep(time.Second) {
		assert.Assert(w, !time.Now().After(end), "timeout: %s", what)
	}
}

// proxy passes requests on to the program, with the host name and the address of a guest.
func (w *world) proxy(from string) http.Handler {
	to, err := url.Parse(w.address)
	assert.NilError(w, err)
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = "burgers.test"
		r.Out.Header.Set("X-Forwarded-For", from)
	}}
}

// guest returns a new guest, because the number of concurrent orders of one guest is limited.
func (w *world) guest() *journey.Guest {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.guests++
	return &journey.Guest{
		TB: w.TB, API: w.proxy(fmt.Sprintf("198.51.%d.%d", w.guests/250, w.guests%250)), Email: fmt.Sprintf("guest%d@example.com", w.guests),
		Provider: w.provider.URL + payments.Prefix, ProviderKey: payments.PublishableKey,
	}
}

// order places an order as a guest's browser does.
func (w *world) order() {
	w.Helper()
	placed := w.guest().Pickup("Tulsa", goodCard)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.orders = append(w.orders, placed.OrderToken)
}

// confirmed returns the orders that guests know of.
func (w *world) confirmed() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.orders)
}

const restaurant = "id,name,street,city,state,zip,phone,latitude,longitude,hours,tax rate\n" +
	"1,Brookside,3421 S Peoria Ave,Tulsa,OK,74105,(918) 555-0101,36.11452,-95.97561,24/7,8.517%\n"

func (w *world) seed() {
	w.Helper()
	list := filepath.Join(w.dir, "list.csv")
	assert.NilError(w, os.WriteFile(list, []byte(restaurant), 0o600))
	w.must("import", "locations", list, "--confirm")
	w.must("import", "menu", filepath.Join("..", "seed", "menu.json"))
}

func (w *world) captured() (n int) {
	all, err := w.payments.Intents(context.Background())
	assert.NilError(w, err)
	for _, i := range all {
		if i.Captured.Minor > 0 {
			n++
		}
	}
	return n
}

// audit compares the orders of a table with the payments, except for the payments in without.
func (w *world) audit(file string, without ...string) error {
	w.Helper()
	store, err := sqlite.Open(file, w.now)
	if err != nil {
		return err
	}
	defer store.Close()
	paid, err := w.payments.Intents(w.Context())
	if err != nil {
		return err
	}
	paid = slices.DeleteFunc(paid, func(i tender.Intent) bool { return slices.Contains(without, i.ID) })
	evidence := audit.Evidence{Acknowledged: w.confirmed(), Ledger: paid, Now: w.now()}
	items, err := location.Items(w.Context(), store)
	if err != nil {
		return err
	}
	for _, item := range items {
		l, err := location.FromItem(item)
		if err != nil {
			return err
		}
		evidence.Locations = append(evidence.Locations, l)
	}
	return audit.Orders(w.Context(), store, evidence)
}
