package payments

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// A transaction that comes to nothing, however it does, leaves nothing behind and the file to the next one.
func TestATransactionIsWrittenOrNot(t *testing.T) {
	f, err := openFile(filepath.Join(t.TempDir(), "payments.db"))
	if err != nil {
		t.Fatal(err)
	}
	turn := func(x tx) error { return x.exec(`INSERT INTO switch (name, state) VALUES ('slow', 'on')`) }
	failed := errors.New("refused")
	if err := f.do(t.Context(), noon, func(x tx) error { return errors.Join(turn(x), failed) }); !errors.Is(err, failed) {
		t.Errorf("refused: %v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is lost")
			}
		}()
		_ = f.do(t.Context(), noon, func(x tx) error { panic(turn(x)) })
	}()
	if err := f.do(t.Context(), noon, func(x tx) error { return x.exec(`INSERT INTO nothing VALUES (1)`) }); err == nil {
		t.Error("what is no statement was done")
	}
	count := func() (n int) {
		if err := f.do(t.Context(), noon, func(x tx) error { return x.first([]any{&n}, `SELECT count(*) FROM switch`) }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := count(); n != 0 {
		t.Errorf("%d rows are left of what came to nothing", n)
	}
	if err := f.do(t.Context(), noon, turn); err != nil || count() != 1 {
		t.Errorf("the next one: %v", err)
	}

	// Whoever waits for his turn may give up; once it is closed nobody has one.
	c := <-f.free
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := f.do(gone, noon, turn); !errors.Is(err, context.Canceled) {
		t.Errorf("gave up: %v", err)
	}
	f.free <- c
	if err := errors.Join(f.close(), f.close()); err != nil {
		t.Error(err)
	}
	if err := f.do(t.Context(), noon, turn); !errors.Is(err, errClosed) {
		t.Errorf("closed: %v", err)
	}
}
