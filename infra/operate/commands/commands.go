// Package commands runs the operators' commands on the data of guests: coupons, loyalty, erase and inbox. Each program opens its own store.
package commands

import (
	"context"
	"fmt"
	"io"

	"ordering/infra/operate"
	"ordering/infra/operate/coupons"
	"ordering/infra/operate/erasure"
	"ordering/infra/operate/inbox"
	"ordering/infra/operate/loyalty"
)

// Run runs the command with this name.
func Run(ctx context.Context, s operate.Store, name string, args []string, in io.Reader, out io.Writer) error {
	switch name {
	case "coupons":
		return coupons.Coupons(s).Run(ctx, args, out)
	case "loyalty":
		return loyalty.Loyalty(s).Run(ctx, args, out)
	case "erase":
		s.Where(out)
		return erasure.Run(ctx, s.Open, s.Command, args, in, out)
	case "inbox":
		return inbox.Inbox(s).Run(ctx, args, in, out)
	}
	return fmt.Errorf("unknown command %q", name)
}
