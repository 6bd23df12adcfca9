package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"ordering/functions"
	"ordering/functions/api"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/server"
	"ordering/shared/outbox"
	"ordering/shared/soak"
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

// An order reaches the kitchen and the guest. npm run release's test runs this with the archive's program.
func TestOrderIsDelivered(t *testing.T) {
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
	if o := w.kitchen.got(webhook.OrderPlaced)[0].Order; o.ID == "" || len(o.Lines) != 2 {
		t.Errorf("the kitchen has %+v", o)
	}
}

// A machine takes a real order, is killed, takes the next, and has lost nothing; its backup has both.
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
		w.untilStored("nothing is left to do", settled) // else the next start waits for the leases of the killed one
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

// It has the operations of the manifest and no others.
func TestOperationsAreThoseOfTheManifest(t *testing.T) {
	s := goodSettings(t)
	s.Site = builtSite(t)
	s.values["SITE"] = s.Site
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

// An import refuses a menu with a picture that the site does not have.
func TestImportChecksPictures(t *testing.T) {
	w := newWorld(t)
	w.seed()
	project, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	w.env = append(w.env, "PROJECT="+project)
	menu := filepath.Join(w.dir, "menu.json")
	text := strings.Replace(readFile(t, filepath.Join("..", "seed", "menu.json")), "dishes/pit-fries", "dishes/pit-fires", 1)
	if err := os.WriteFile(menu, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := w.run("import", "menu", menu); err == nil || !strings.Contains(out, "dishes/pit-fires") {
		t.Errorf("%v %s", err, out)
	}
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
		if out, err := w.run("restore", copied); err == nil || !strings.Contains(out, "wait until it ends") {
			t.Errorf("it restores: %v %s", err, out)
		}
	}
	start := func(args ...string) (wait func()) {
		c := w.command(args...)
		said, err1 := c.StdoutPipe()
		in, err2 := c.StdinPipe()
		if err := errors.Join(err1, err2, c.Start()); err != nil {
			t.Fatal(err)
		}
		if args[0] == "erase" { // it has opened the table when it asks
			question := []byte("guest: ")
			for read := []byte(nil); !bytes.HasSuffix(read, question); {
				one := make([]byte, 1)
				if _, err := said.Read(one); err != nil {
					t.Fatal(err)
				}
				read = append(read, one...)
			}
		}
		return func() { _ = in.Close(); _ = c.Wait() }
	}
	erased := start("erase")
	refused()
	erased()
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	imported := start("import", "menu", pipe)
	menu, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits until the import reads it
	if err != nil {
		t.Fatal(err)
	}
	refused()
	_ = menu.Close()
	imported()

	restoring, err := server.Reserve(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"stuck"}, {"backup", copied + "2"}, {"import", "menu", "../seed/menu.json"}} {
		if out, err := w.run(args...); err == nil || !strings.Contains(out, "a restore is running") {
			t.Errorf("%s during a restore: %v %s", args[0], err, out)
		}
	}
	_ = restoring.Close()
	w.must("restore", copied)
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
	s := w.settings()
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
	if err := send(); !outbox.IsUnreachable(err) {
		t.Errorf("while the sender is blocked: %v", err)
	}
	w.box.refuseSender = nil
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
