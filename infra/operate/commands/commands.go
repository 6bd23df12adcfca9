// Package commands runs the operators' commands on the data of guests: coupons, loyalty, erase and inbox. Each program opens its own store.
package commands

import (
	"context"
	"fmt"
	"io"
	"time"

	"ordering/infra/operate/coupons"
	"ordering/infra/operate/erasure"
	"ordering/infra/operate/inbox"
	"ordering/infra/operate/loyalty"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/table"
	"ordering/shared/upload"
)

// Store is what the commands work on.
type Store struct {
	Table   table.Table
	Brand   brand.Brand // of loyalty
	Guests  guest.Secret
	Files   upload.Files // of inbox
	Open    erasure.Open // of erase and inbox
	Now     func() time.Time
	Where   func(io.Writer)          // prints which store this is
	Command func(name string) string // how the operator calls a command
}

// Run runs the command with this name.
func (s Store) Run(ctx context.Context, name string, args []string, in io.Reader, out io.Writer) error {
	command := s.Command(name)
	switch name {
	case "coupons":
		return coupons.Coupons{Table: s.Table, Guests: s.Guests, Where: s.Where, Command: command}.Run(ctx, args, out)
	case "loyalty":
		l := loyalty.Loyalty{Table: s.Table, Brand: s.Brand, Guests: s.Guests, Now: s.Now, Where: s.Where, Command: command}
		return l.Run(ctx, args, out)
	case "erase":
		s.Where(out)
		return erasure.Run(ctx, s.Open, command, args, in, out)
	case "inbox":
		i := inbox.Inbox{Table: s.Table, Files: s.Files, Open: s.Open, Now: s.Now, Where: s.Where, Command: command}
		return i.Run(ctx, args, in, out)
	}
	return fmt.Errorf("unknown command %q", name)
}
