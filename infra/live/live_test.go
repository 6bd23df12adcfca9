package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/functions/api"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/server"
	"ordering/shared/order"
	"ordering/shared/outbox"
	"ordering/shared/problem"
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
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
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
		for range 2 {
			w.order()
		}
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.process.Process.Pid))
		assert.NilError(b, err)
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

// An order reaches the kitchen and the guest. npm run release's test runs this with the archive's program.
func TestOrderIsDelivered(t *testing.T) {
	w := newWorld(t)
	w.seed()
	w.serve()
	for _, path := range []string{"payments", "kitchen", "mail", "outbox", "clock", "meter"} {
		answer, err := http.Get(w.address + "/sandbox/" + path)
		assert.NilError(t, err)
		answer.Body.Close()
		assert.Check(t, is.Equal(answer.StatusCode, http.StatusNotFound), path)
	}
	w.order()
	w.until("the kitchen has the order", func() bool { return len(w.kitchen.got(webhook.OrderPlaced)) == 1 })
	w.until("the guest has a mail", func() bool { return len(w.box.all()) == 1 })
	if mail := w.box.all()[0]; !strings.Contains(mail, "From: \"Big Deal Burger\" <orders@burgers.test>") ||
		!strings.Contains(mail, "https://burgers.test/") {
		t.Errorf("got mail\n%.600s", mail)
	}
	o := w.kitchen.got(webhook.OrderPlaced)[0].Order
	assert.Assert(t, o.ID != "" && len(o.Lines) == 2, "the kitchen: got order %+v", o)
}

// No order is lost when the program is killed between two orders, and a backup has both.
func TestOrdersSurviveAKill(t *testing.T) {
	t.Parallel() // it waits
	w := newWorld(t)
	w.seed()
	w.serve()
	w.order()
	table := filepath.Join(w.dir, "data", "table.db")
	settled := func() bool { return w.audit(table) == nil }
	w.order()
	if !soak.Long() {
		w.untilStored("nothing is left to do", settled) // otherwise the next start waits until the leases of the killed process expire
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
	w.untilStored("both orders are finished", func() bool { return w.captured() == 2 && settled() })

	// An operator refunds a half in Stripe's dashboard, and Stripe sends the event.
	intents, err := w.payments.Intents(t.Context())
	assert.NilError(t, err)
	answer, err := http.PostForm(w.provider.URL+payments.Prefix+"/intents/"+intents[0].ID, url.Values{"do": {"refund-half"}})
	assert.NilError(t, err)
	assert.Assert(t, answer.StatusCode < 400, "%+v", answer)
	answer.Body.Close()
	assert.NilError(t, w.payments.Deliver(t.Context()))
	assert.Assert(t, is.Contains(w.must("stuck"), "refund"))

	assert.NilError(t, w.audit(table))
	copied := filepath.Join(w.dir, "copy.db")
	w.must("backup", copied)
	out, err := w.run("restore", copied)
	assert.Assert(t, err != nil)
	assert.Assert(t, is.Contains(out, "stop it first"))
	w.kill()
	assert.NilError(t, os.Remove(table))
	out, err = w.run("serve")
	assert.Assert(t, err != nil)
	assert.Assert(t, is.Contains(out, "without it they are lost"))
	w.must("restore", copied)
	assert.NilError(t, w.audit(table))
}

// The server has exactly the operations of the manifest.
func TestOperationsAreThoseOfTheManifest(t *testing.T) {
	s := goodSettings(t)
	s.Site = builtSite(t)
	s.values["SITE"] = s.Site
	st, err := newServer(t.Context(), s, newMonitor(s, time.Now))
	assert.NilError(t, err)
	defer st.Close()
	routes := func(all []api.Operation) (found []string) {
		for _, op := range all {
			found = append(found, op.Route())
		}
		slices.Sort(found)
		return found
	}
	assert.DeepEqual(t, routes(st.Operations), routes(functions.Operations()))
	for _, op := range functions.Operations() {
		w, r := httptest.NewRecorder(), httptest.NewRequest(op.Method, "http://burgers.test"+op.Path, nil)
		r.RemoteAddr = proxy
		st.Handler.ServeHTTP(w, r)
		// A provider that is not configured, and a case that does not exist, are not found either.
		found := strings.Contains(op.Path, "/auth/social/") || strings.Contains(op.Path, "{case}") ||
			!strings.Contains(w.Body.String(), `"`+string(problem.NotFound)+`"`)
		routed := w.Header().Get("X-Request-Id") != "" && found
		assert.Check(t, routed && w.Code < 500 && w.Code != http.StatusMethodNotAllowed, "%s: %d %s", op.Route(), w.Code, w.Body)
	}
}

func TestHelpOfEachCommand(t *testing.T) {
	w := newWorld(t)
	all := w.must("help")
	assert.Check(t, is.Contains(all, "STRIPE_SECRET_KEY"))
	commands := regexp.MustCompile(`(?m)^  ordering ([a-z-]+).*\n`).FindAllStringSubmatch(all, -1)
	assert.Check(t, len(commands) >= 9, "found only %q", commands)
	for _, command := range commands {
		assert.Check(t, is.Equal(w.must(command[1], "--help"), all))
	}
}

// The operator erases a guest's finished order: the table keeps its amounts without its guest, and the kitchen gets a message.
func TestEraseRemovesTheGuestOfAnOrder(t *testing.T) {
	t.Parallel() // it waits
	w := newWorld(t)
	w.seed()
	w.serve()
	guest := w.guest()
	token := guest.Pickup("Tulsa", goodCard).OrderToken
	w.until("the kitchen has the order", func() bool { return len(w.kitchen.got(webhook.OrderPlaced)) == 1 })
	id := w.kitchen.got(webhook.OrderPlaced)[0].Order.ID
	event := fmt.Sprintf(`{"id":"event-0001","order":%q,"status":"completed","at":%q}`, id, time.Now().Format(time.RFC3339))
	signature := webhook.Secrets{[]byte(kitchenSecret)}.Sign([]byte(event+"\n"), time.Now())
	guest.Ask("POST", "/orders/kitchen-events", json.RawMessage(event), map[string]string{webhook.KitchenHeader: signature}, nil)
	w.untilStored("the order is erased", func() bool { // once it is paid and its messages are delivered
		out, _ := w.run("erase", guest.Email)
		return strings.Contains(out, "Erased orders: 1,")
	})
	assert.Assert(t, is.Len(w.kitchen.got(webhook.OrderErased), 1))
	w.kill()
	file := filepath.Join(w.dir, "data", "table.db")
	written := readFile(t, file) + readFile(t, file+"-wal")
	for _, personal := range []string{"Dolores", "Whitaker", guest.Email, "555-0141"} {
		assert.Check(t, !strings.Contains(written, personal), "the table has %s", personal)
	}
	store, err := sqlite.Open(file, time.Now)
	assert.NilError(t, err)
	defer store.Close()
	o, err := order.Load(t.Context(), store, token)
	assert.NilError(t, err)
	assert.Check(t, o.Status == order.Completed && len(o.Lines) == 2 && o.Payment().Captured == o.Totals.Total, "%+v", o)
}

func TestEraseWithoutATableChangesNothing(t *testing.T) {
	w := newWorld(t)
	out, err := w.run("erase", "a@burgers.test")
	assert.Assert(t, err != nil && strings.Contains(out, "there is no table"), "%v %s", err, out)
	_, err = os.Stat(filepath.Join(w.dir, "data"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// After a restore that was killed every command says to repeat it, and the repeated one works.
func TestInterruptedRestore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seed()
	copied, moved := filepath.Join(w.dir, "copy.db"), filepath.Join(w.dir, "data", "table.db.replaced")
	w.must("backup", copied)
	assert.NilError(t, os.Mkdir(moved, 0o700))
	assert.NilError(t, os.Rename(filepath.Join(w.dir, "data", "table.db"), filepath.Join(moved, "table.db")))
	for _, args := range [][]string{{"serve"}, {"stuck"}, {"inbox"}, {"backup", copied + "2"}, {"import", "menu", "../seed/menu.json"}} {
		out, err := w.run(args...)
		assert.Check(t, err != nil && strings.Contains(out, "a restore was interrupted: run it again"), "%s: %v %s", args[0], err, out)
	}
	w.must("restore", copied)
	w.must("stuck")
	assert.Check(t, is.Contains(w.must("inbox"), "No case is open."))
	assert.Check(t, strings.HasPrefix(w.must("inbox", "export"), "reference,kind,"), "a CSV alone")
	out, err := w.run("coupons", "sorry", "3")
	assert.Check(t, err != nil && strings.Contains(out, `there is no promotion "sorry"`), out)
}

// A restore does not replace a table that a command writes, and no command starts during a restore.
func TestRestoreExcludesOtherCommands(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seed()
	data, copied, pipe := filepath.Join(w.dir, "data"), filepath.Join(w.dir, "copy.db"), filepath.Join(w.dir, "pipe")
	w.must("backup", copied)
	refused := func() {
		t.Helper()
		out, err := w.run("restore", copied)
		assert.Check(t, err != nil && strings.Contains(out, "wait until it ends"), "restore: got %v %s, want an error", err, out)
	}
	start := func(args ...string) (wait func()) {
		c := w.command(args...)
		said, err1 := c.StdoutPipe()
		in, err2 := c.StdinPipe()
		assert.NilError(t, errors.Join(err1, err2, c.Start()))
		if args[0] == "erase" { // it has opened the table when it asks
			question := []byte("guest: ")
			for read := []byte(nil); !bytes.HasSuffix(read, question); {
				one := make([]byte, 1)
				_, err := said.Read(one)
				assert.NilError(t, err)
				read = append(read, one...)
			}
		}
		return func() { _ = in.Close(); _ = c.Wait() }
	}
	erased := start("erase")
	refused()
	erased()
	assert.NilError(t, syscall.Mkfifo(pipe, 0o600))
	imported := start("import", "menu", pipe)
	menu, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits until the import reads it
	assert.NilError(t, err)
	refused()
	_ = menu.Close()
	imported()

	restoring, err := server.Reserve(data)
	assert.NilError(t, err)
	for _, args := range [][]string{{"stuck"}, {"backup", copied + "2"}, {"import", "menu", "../seed/menu.json"}} {
		if out, err := w.run(args...); err == nil || !strings.Contains(out, "a restore is running") {
			t.Errorf("%s during a restore: got %v %s", args[0], err, out)
		}
	}
	_ = restoring.Close()
	w.must("restore", copied)
}

// Each check of the doctor fails by itself, and the output names it.
func TestDoctor(t *testing.T) {
	w := newWorld(t)
	assert.NilError(t, os.MkdirAll(filepath.Join(w.dir, "data"), 0o700))
	out, _ := w.run("doctor")
	assert.Check(t, is.Contains(out, "desk            no system gets the events of forms"))
	desk := httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if webhook.Secrets([][]byte{[]byte(kitchenSecret)}).Verify(r.Header.Get(webhook.DeskHeader), body, time.Now()) != nil {
			to.WriteHeader(http.StatusUnauthorized)
			return
		}
		to.WriteHeader(http.StatusNotFound) // it has no such case
	}))
	defer desk.Close()
	w.env = append(w.env, "DESK_URL="+desk.URL, "DESK_SECRETS="+kitchenSecret)
	out, err := w.run("doctor")
	for _, want := range []string{
		"Stripe          it lists", "kitchen         it accepts", "desk            it accepts",
		"mail            a test mail", "public address  FAILED",
		"checks that failed: 1",
	} {
		assert.Check(t, err != nil && strings.Contains(out, want), "got %v, want output with %q:\n%s", err, want, out)
	}
	remedies := strings.Count(out, "SITE_URL must lead to the proxy") == 1 && !strings.Contains(out, "KITCHEN_URL")
	assert.Check(t, remedies, "the remedies are not exactly those of the failed checks:\n%s", out)
	assert.Assert(t, is.Len(w.box.all(), 2))
	assert.Assert(t, is.Len(w.kitchen.got(webhook.OrderErased), 2))
	w.env = append(w.env, "KITCHEN_SECRETS=another-secret-of-it", "DESK_SECRETS=another-secret-of-it",
		"STRIPE_SECRET_KEY=sk_test_another", "SMTP_PORT=1")
	out, _ = w.run("doctor")
	for _, want := range []string{
		"Stripe          FAILED", "kitchen         FAILED: kitchen: does not accept our signature", "mail            FAILED",
		"desk            FAILED: desk: does not accept our signature", "checks that failed: 5",
	} {
		assert.Check(t, is.Contains(out, want))
	}
}

func TestMailer(t *testing.T) {
	w := newWorld(t)
	s := w.settings()
	m, err := newMailer(s)
	assert.NilError(t, err)
	defer m.Close()
	send := func() error { return m.Send(t.Context(), operatorMail(s, time.Now(), "A test", "words")) }
	err = errors.Join(send(), send())
	assert.NilError(t, err)
	assert.Assert(t, len(w.box.all()) == 2 && w.box.connections == 1, "%d %d", len(w.box.all()), w.box.connections)
	for _, c := range []struct {
		answer *smtp.SMTPError
		retry  bool
	}{
		{&smtp.SMTPError{Code: 550, Message: "no chef@burgers.test here"}, false},
		{&smtp.SMTPError{Code: 552, EnhancedCode: smtp.EnhancedCode{5, 2, 2}, Message: "chef's mailbox is full"}, false},
		{&smtp.SMTPError{Code: 451, Message: "later, chef@burgers.test"}, true},
		{&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 4, 5}, Message: "Daily user sending limit exceeded"}, true},
		{&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 705}, Message: "tenant has exceeded threshold"}, true},
	} {
		w.box.refuse = c.answer
		if err := send(); err == nil || outbox.IsUnreachable(err) != c.retry || strings.Contains(err.Error(), "chef") {
			t.Errorf("%d: %v", c.answer.Code, err)
		}
	}
	w.box.refuse, w.box.refuseSender = nil, &smtp.SMTPError{Code: 550, Message: "the sender is blocked"}
	err = send()
	assert.Assert(t, outbox.IsUnreachable(err), "while the sender is blocked: got %v", err)
	w.box.refuseSender = nil
	assert.NilError(t, send())
	waiting, cancel := context.WithCancel(t.Context())
	<-m.lock // another mail is being sent
	cancel()
	err = m.Send(waiting, operatorMail(s, time.Now(), "A test", "words"))
	assert.Assert(t, outbox.IsUnreachable(err), "while another mail hangs: got %v", err)
	m.lock <- struct{}{}
	w.box.listener.Close()
	m.Close()
	err = send()
	assert.Assert(t, outbox.IsUnreachable(err), "without a server: got %v", err)
}
