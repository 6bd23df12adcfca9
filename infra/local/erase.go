package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"ordering/functions/notify"
	"ordering/infra/local/simulators/kitchen"
	"ordering/infra/local/simulators/mail"
	"ordering/infra/local/simulators/payments"
	"ordering/infra/operate"
	"ordering/infra/server"
	"ordering/shared/order"
	"ordering/shared/person"
	"ordering/shared/secret"
	"ordering/shared/table/sqlite"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

// checkStore returns an error if the data folder has no store. Orders and forms are indexed under a secret of the folder. Without it none is
// found, and a new one must not be created here.
func checkStore(s settings) error {
	if err := operate.CheckFolder(s.DataDir); err != nil {
		return err
	}
	for _, name := range []string{"table.db", "secrets.json"} {
		if _, err := os.Stat(filepath.Join(s.DataDir, name)); err != nil {
			return fmt.Errorf("the folder %s has no store of a site, so it has no orders. DATA_DIR names another folder. Nothing was changed", s.DataDir)
		}
	}
	return nil
}

// scrub removes what was erased from unused pages of the files.
func scrub(ctx context.Context, dir string) error {
	for _, name := range []string{"table.db", "payments.db", "kitchen.db"} {
		if err := sqlite.Scrub(ctx, filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("erased data may remain in unused pages of a file: run this again: %w", err)
		}
	}
	return nil
}

// openRecords opens every store of the data folder with data of persons. end closes them.
func openRecords(ctx context.Context, s settings, now func() time.Time) (records *person.Records, end func() error, err error) {
	secrets, err := secretsOf(s)
	if err != nil {
		return nil, nil, err
	}
	address, leave, err := simulators(ctx, s, secrets, now)
	if err != nil {
		return nil, nil, err
	}
	store, err := sqlite.Open(filepath.Join(s.DataDir, "table.db"), now)
	if err != nil {
		leave()
		return nil, nil, fmt.Errorf("the table in %s cannot be opened: %w", s.DataDir, err)
	}
	mails := mail.New(filepath.Join(s.DataDir, "mail"))
	records = &person.Records{Table: store, Guests: secrets.guests, Now: now, Mails: mails, Files: server.FormFiles(s.DataDir, now), Holders: []order.Holder{
		notify.Kitchen{System: webhook.Kitchen(address+kitchen.OrdersPath, secrets.kitchen), Now: now},
		order.HeldBy(stripe.New(address+payments.Prefix, secret.Fixed(payments.SecretKey)), order.KindCharge),
		mails,
	}}
	return records, func() error {
		defer leave()
		return store.Close()
	}, nil
}

// simulators returns the address of the kitchen and the payment provider: the running server's, or that of a temporary server in this
// process. leave stops the temporary server and releases the lock.
func simulators(ctx context.Context, s settings, secrets secrets, now func() time.Time) (address string, leave func(), err error) {
	f, err := lock(s.DataDir)
	if errors.Is(err, server.ErrLocked) {
		address, err := server.Announced(s.DataDir)
		if err != nil {
			return "", nil, fmt.Errorf("the server that is running on %s cannot be asked: %w", s.DataDir, err)
		}
		return address, func() {}, nil
	}
	if err != nil {
		return "", nil, err
	}
	st := &server.Server{Closers: []io.Closer{f}}
	defer func() {
		if err != nil {
			st.Close()
		}
	}()
	ledger, err := openLedger(s, now)
	if err != nil {
		return "", nil, err
	}
	st.Closers = append(st.Closers, ledger)
	pos, err := openKitchen(ctx, s, ledger, kitchen.Settings{Secrets: secrets.kitchen, Pace: s.pace, Now: now})
	if err != nil {
		return "", nil, err
	}
	st.Closers = append(st.Closers, pos)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	mux := http.NewServeMux()
	mux.Handle(payments.Prefix+"/", ledger)
	mux.Handle(kitchen.Prefix+"/", pos)
	beside := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	st.Closers = append(st.Closers, beside)
	go func() { _ = beside.Serve(listener) }()
	return "http://" + listener.Addr().String(), st.Close, nil
}
