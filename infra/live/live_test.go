package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

	"ordering/functions"
	"ordering/functions/api"
	"ordering/functions/notify"
	"ordering/infra/harness/journey"
	"ordering/infra/local/simulators/payments"
	"ordering/shared/location"
	"ordering/shared/order/audit"
	"ordering/shared/outbox"
	"ordering/shared/soak"
	"ordering/shared/table/sqlite"
	"ordering/shared/webhook"
)

// The test binary is the program too, so that the tests run it as a process.
func TestMain(m *testing.M) {
	if os.Getenv("LIVE_TEST_PROGRAM") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// postbox is an SMTP server on this machine.
type postbox struct {
	mu          sync.Mutex
	mails       []string
	connections int
	refuse      error // the answer to a recipient
	listener    net.Listener
}

func newPostbox(t testing.TB) *postbox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &postbox{listener: listener}
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.connections++
		return visit{p}, nil
	}))
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

type visit struct{ *postbox }

func (v visit) Mail(string, *smtp.MailOptions) error { return nil }
func (v visit) Rcpt(string, *smtp.RcptOptions) error { return v.refuse }
func (v visit) Reset()                               {}
func (v visit) Logout() error                        { return nil }
func (v visit) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.mails = append(v.mails, string(text))
	return err
}

// kitchen is a restaurant's own system: it stores the signed messages that it gets.
type kitchen struct {
	*httptest.Server
	mu       sync.Mutex
	messages []notify.KitchenMessage
}

func newKitchen(t testing.TB, keys webhook.Secrets) *kitchen {
	k := new(kitchen)
	k.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var m notify.KitchenMessage
		if keys.Verify(r.Header.Get(webhook.KitchenHeader), body, time.Now()) != nil || json.Unmarshal(body, &m) != nil {
			http.Error(w, "not ours", http.StatusUnauthorized)
			return
		}
		k.mu.Lock()
		defer k.mu.Unlock()
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

// world is what lies outside of the program, and the program's settings.
type world struct {
	testing.TB
	dir      string
	kitchen  *kitchen
	box      *postbox
	payments *payments.Sandbox
	provider *httptest.Server
	env      []string
	process  *exec.Cmd
	address  string
	orders   []string // tokens
}

const kitchenSecret, hookSecret = "secret-of-the-kitchen", "whsec_of-the-provider"

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{TB: t, dir: t.TempDir(), kitchen: newKitchen(t, webhook.Secrets{[]byte(kitchenSecret)}), box: newPostbox(t)}
	ledger, err := payments.Open(filepath.Join(t.TempDir(), "payments.db"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ledger.Close() })
	events := httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) { w.proxy().ServeHTTP(to, r) }))
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
	site := filepath.Join(w.dir, "site")
	shell := filepath.Join(site, "shell.html")
	if err := errors.Join(os.MkdirAll(site, 0o700), os.WriteFile(shell, []byte("<!doctype html>"), 0o600)); err != nil {
		t.Fatal(err)
	}
	lines := []string{
		"# the settings of a test", "SITE_URL=https://burgers.test", "PORT=0", "ALLOW=test-keys",
		"STRIPE_URL=" + w.provider.URL + payments.Prefix, "STRIPE_SECRET_KEY=" + payments.SecretKey,
		"STRIPE_PUBLISHABLE_KEY=" + payments.PublishableKey,
		"STRIPE_WEBHOOK_SECRET=" + hookSecret, "KITCHEN_URL=" + w.kitchen.URL, "KITCHEN_SECRETS=" + kitchenSecret,
		"SMTP_HOST=127.0.0.1", "SMTP_PORT=" + w.box.port(), "MAIL_FROM=orders@burgers.test", "OPERATOR_MAIL=chef@burgers.test",
		"DATA_DIR=" + filepath.Join(w.dir, "data"), "SITE=" + site,
	}
	file := filepath.Join(w.dir, "settings")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	w.env = []string{"LIVE_TEST_PROGRAM=1", "SETTINGS=" + file}
	return w
}

func (w *world) command(args ...string) *exec.Cmd {
	c := exec.CommandContext(w.Context(), os.Args[0], args...)
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
	if err == nil {
		err = w.process.Start()
	}
	if err != nil {
		w.Fatal(err)
	}
	serving := make(chan struct{})
	go func() {
		for lines := bufio.NewScanner(log); lines.Scan(); {
			if strings.Contains(lines.Text(), "level=ERROR") {
				w.Error(lines.Text())
			}
			if strings.Contains(lines.Text(), "msg=serving") {
				close(serving)
			}
		}
	}()
	select {
	case <-serving:
	case <-time.After(time.Minute):
		w.Fatal("the program does not start")
	}
	address, err := os.ReadFile(filepath.Join(w.dir, "data", "server.lock"))
	if err != nil {
		w.Fatal(err)
	}
	w.address = string(address)
	w.Cleanup(w.kill)
	w.until("it is healthy", func() bool {
		answer, err := http.Get(w.address + "/healthz")
		return err == nil && answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
	})
}

func (w *world) kill() {
	_ = w.process.Process.Kill()
	_ = w.process.Wait()
}

func (w *world) until(what string, done func() bool) {
	w.Helper()
	w.untilEvery(20*time.Millisecond, what, done)
}

func (w *world) untilEvery(pause time.Duration, what string, done func() bool) {
	w.Helper()
	for end := time.Now().Add(2 * time.Minute); !done(); time.Sleep(pause) {
		if time.Now().After(end) {
			w.Fatalf("never: %s", what)
		}
	}
}

// proxy passes requests on to the program, with the host name and the address of a guest.
func (w *world) proxy() http.Handler {
	to, err := url.Parse(w.address)
	if err != nil {
		w.Fatal(err)
	}
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = "burgers.test"
		r.Out.Header.Set("X-Forwarded-For", "203.0.113.7")
	}}
}

// order places an order as a guest's browser does.
func (w *world) order() {
	w.Helper()
	guest := &journey.Guest{TB: w.TB, API: w.proxy(), Provider: w.provider.URL + payments.Prefix, ProviderKey: payments.PublishableKey}
	placed := guest.Pickup("Tulsa", "4242424242424242")
	w.orders = append(w.orders, placed.OrderToken)
}

const restaurant = "id,name,street,city,state,zip,phone,latitude,longitude,hours,tax rate\n" +
	"1,Brookside,3421 S Peoria Ave,Tulsa,OK,74105,(918) 555-0101,36.11452,-95.97561,24/7,8.517%\n"

func (w *world) seed() {
	w.Helper()
	list := filepath.Join(w.dir, "list.csv")
	if err := os.WriteFile(list, []byte(restaurant), 0o600); err != nil {
		w.Fatal(err)
	}
	w.must("import", "locations", list, "--confirm")
	w.must("import", "menu", filepath.Join("..", "seed", "menu.json"))
}

// BenchmarkFirstOrder measures from the start of the program to the first confirmed order, and its memory after three.
func BenchmarkFirstOrder(b *testing.B) {
	var took time.Duration
	var memory int
	for range b.N {
		w := newWorld(b)
		w.seed()
		begun := time.Now()
		w.serve()
		w.order()
		took += time.Since(begun)
		for range 2 { // a guest may not place many at once
			w.order()
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.process.Process.Pid))
		if err != nil {
			b.Fatal(err)
		}
		var kb int
		_, rest, _ := strings.Cut(string(status), "VmRSS:")
		if _, err := fmt.Sscan(rest, &kb); err != nil {
			b.Fatal(err)
		}
		memory = max(memory, kb)
		w.kill()
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(took.Milliseconds())/float64(b.N), "ms-to-an-order")
	b.ReportMetric(float64(memory)/1024, "MB")
}

// A machine takes a real order, is killed, takes the next, and has lost nothing; its backup has both.
func TestOrdersSurviveAKill(t *testing.T) {
	t.Parallel() // it waits
	w := newWorld(t)
	w.seed()
	w.serve()
	for _, path := range []string{"payments", "kitchen", "mail", "outbox", "clock", "meter"} {
		answer, err := http.Get(w.address + "/sandbox/" + path)
		if err != nil || answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %v %v", path, answer, err)
		}
		answer.Body.Close()
	}
	w.order()
	w.until("the kitchen has the order", func() bool { return len(w.kitchen.got(webhook.OrderPlaced)) == 1 })
	w.until("the guest has a mail", func() bool { return len(w.box.all()) == 1 })
	if mail := w.box.all()[0]; !strings.Contains(mail, "From: \"Big Deal Burger\" <orders@burgers.test>") ||
		!strings.Contains(mail, "https://burgers.test/") {
		t.Errorf("the mail is\n%.600s", mail)
	}
	table := filepath.Join(w.dir, "data", "table.db")
	settled := func() bool { return w.audit(table) == nil }
	w.order()
	if !soak.Long() {
		w.untilEvery(time.Second, "nothing is left to do", settled) // else the next start waits for the leases of the killed one
	}
	w.kill()
	w.serve()
	w.until("the kitchen has both orders", func() bool {
		ids := map[string]bool{}
		for _, m := range w.kitchen.got(webhook.OrderPlaced) {
			ids[m.Order.ID] = true
		}
		return len(ids) == 2
	})
	w.untilEvery(time.Second, "both orders are finished", func() bool { return w.captured() == 2 && settled() })

	// A person refunds a half in Stripe's dashboard, and its event comes.
	intents, err := w.payments.Intents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.PostForm(w.provider.URL+payments.Prefix+"/intents/"+intents[0].ID, url.Values{"do": {"refund-half"}})
	if err != nil || answer.StatusCode >= 400 {
		t.Fatalf("%v %+v", err, answer)
	}
	answer.Body.Close()
	if err := w.payments.Deliver(t.Context()); err != nil {
		t.Error(err)
	}
	if out := w.must("stuck"); !strings.Contains(out, "refund") {
		t.Errorf("the refund is not listed: %s", out)
	}

	if err := w.audit(table); err != nil {
		t.Errorf("after the refund: %v", err)
	}
	copied := filepath.Join(w.dir, "copy.db")
	w.must("backup", copied)
	if out, err := w.run("restore", copied); err == nil || !strings.Contains(out, "stop it first") {
		t.Errorf("a restore under a running server: %v %s", err, out)
	}
	w.kill()
	if err := os.Remove(table); err != nil {
		t.Fatal(err)
	}
	if out, err := w.run("serve"); err == nil || !strings.Contains(out, "without it they are gone") {
		t.Errorf("without the table: %v %s", err, out)
	}
	w.must("restore", copied)
	if err := w.audit(table); err != nil {
		t.Error(err)
	}
}

func (w *world) captured() (n int) {
	all, err := w.payments.Intents(context.Background())
	if err != nil {
		w.Fatal(err)
	}
	for _, i := range all {
		if i.Captured.Minor > 0 {
			n++
		}
	}
	return n
}

// audit compares a copy of the table with the payments.
func (w *world) audit(file string) error {
	w.Helper()
	store, err := sqlite.Open(file, time.Now)
	if err != nil {
		return err
	}
	defer store.Close()
	paid, err := w.payments.Intents(w.Context())
	if err != nil {
		return err
	}
	evidence := audit.Evidence{Acknowledged: w.orders, Ledger: paid, Now: time.Now()}
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

// It has the operations of the manifest and no others.
func TestOperationsAreThoseOfTheManifest(t *testing.T) {
	s := goodSettings(t)
	s.Site = t.TempDir()
	if err := os.WriteFile(filepath.Join(s.Site, "shell.html"), []byte("<!doctype html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	st, err := newServer(t.Context(), s, newMonitor(s, time.Now))
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	routes := func(all []api.Operation) (found []string) {
		for _, op := range all {
			found = append(found, op.Route())
		}
		slices.Sort(found)
		return found
	}
	if have, want := routes(st.Operations), routes(functions.Operations()); !slices.Equal(have, want) {
		t.Errorf("%v\nwant %v", have, want)
	}
}

func TestHelpOfACommand(t *testing.T) {
	w := newWorld(t)
	if out := w.must("restore", "--help"); !strings.Contains(out, "ordering restore FILE ") || strings.Contains(out, "ordering backup") {
		t.Error(out)
	}
	if out := w.must("help"); !strings.Contains(out, "ordering backup FILE ") || !strings.Contains(out, "STRIPE_SECRET_KEY") {
		t.Error(out)
	}
}

func TestEraseWithoutATableChangesNothing(t *testing.T) {
	w := newWorld(t)
	if out, err := w.run("erase", "a@burgers.test"); err == nil || !strings.Contains(out, "there is no table") {
		t.Errorf("%v %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "data")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the data folder: %v", err)
	}
}

// Each of these checks fails on its own, and the doctor says which.
func TestDoctor(t *testing.T) {
	w := newWorld(t)
	if err := os.MkdirAll(filepath.Join(w.dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := w.run("doctor")
	for _, want := range []string{
		"Stripe          it lists", "kitchen         it accepts", "mail            a test mail", "public address  FAILED",
		"checks that failed: 1",
	} {
		if err == nil || !strings.Contains(out, want) {
			t.Errorf("%v, and not %q:\n%s", err, want, out)
		}
	}
	if len(w.box.all()) != 1 || len(w.kitchen.got(webhook.OrderErased)) != 1 {
		t.Error("it did not send what it says")
	}
	w.env = append(w.env, "KITCHEN_SECRETS=another-secret-of-it", "STRIPE_SECRET_KEY=sk_test_another", "SMTP_PORT=1")
	out, _ = w.run("doctor")
	for _, want := range []string{
		"Stripe          FAILED", "kitchen         FAILED: kitchen: does not accept our signature", "mail            FAILED",
		"checks that failed: 4",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("not %q:\n%s", want, out)
		}
	}
}

func TestMailer(t *testing.T) {
	w := newWorld(t)
	v, err := read(func(name string) string {
		for _, e := range w.env {
			if value, ok := strings.CutPrefix(e, name+"="); ok {
				return value
			}
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := settingsOf(v)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMailer(s)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	send := func() error { return m.Send(t.Context(), operatorMail(s, time.Now(), "A test", "words")) }
	if err := errors.Join(send(), send()); err != nil || len(w.box.all()) != 2 || w.box.connections != 1 {
		t.Errorf("%v, %d mails over %d connections", err, len(w.box.all()), w.box.connections)
	}
	for _, c := range []struct {
		answer *smtp.SMTPError
		retry  bool
	}{
		{&smtp.SMTPError{Code: 550, Message: "no chef@burgers.test here"}, false},
		{&smtp.SMTPError{Code: 451, Message: "later, chef@burgers.test"}, true},
	} {
		w.box.refuse = c.answer
		if err := send(); err == nil || outbox.IsUnreachable(err) != c.retry || strings.Contains(err.Error(), "chef") {
			t.Errorf("%d: %v", c.answer.Code, err)
		}
	}
	w.box.refuse = nil
	if err := send(); err != nil {
		t.Errorf("after a refusal: %v", err)
	}
	waiting, cancel := context.WithCancel(t.Context())
	<-m.turn // another mail is being sent
	cancel()
	if err := m.Send(waiting, operatorMail(s, time.Now(), "A test", "words")); !outbox.IsUnreachable(err) {
		t.Errorf("while another mail hangs: %v", err)
	}
	m.turn <- struct{}{}
	w.box.listener.Close()
	m.Close()
	if err := send(); !outbox.IsUnreachable(err) {
		t.Errorf("without a server: %v", err)
	}
}
