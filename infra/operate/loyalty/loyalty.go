// Package loyalty is the operator's command that shows a customer's statement of points and posts an adjustment.
package loyalty

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"ordering/infra/operate"
	"ordering/shared/customer"
	"ordering/shared/location"
	"ordering/shared/loyalty"
	"ordering/shared/promo"
)

// Loyalty is the command over a store.
type Loyalty operate.Store

const (
	maxReason = 200 // characters: the customer reads it in the statement
	maxAdjust = 1_000_000
)

// Run prints the statement of the customer with an address, after an adjustment of the points or a correction of the birthday if there is
// one.
func (l Loyalty) Run(ctx context.Context, args []string, out io.Writer) error {
	points, reason, birthday, month := int64(0), "", "", ""
	flags := flag.NewFlagSet("loyalty", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Int64Var(&points, "adjust", 0, "")
	flags.StringVar(&reason, "reason", "", "")
	flags.StringVar(&birthday, "birthday", "", "")
	flags.StringVar(&month, "month", "", "")
	usage := fmt.Errorf("usage: %s EMAIL [--adjust N --reason TEXT] [--birthday MM-DD], or %[1]s liability [--month YYYY-MM]", l.Command)
	if len(args) == 0 {
		return usage
	}
	email := args[0]
	if err := flags.Parse(args[1:]); err != nil || flags.NArg() > 0 {
		return errors.Join(err, usage)
	}
	switch {
	case email == "liability" && (points != 0 || reason != "" || birthday != ""):
		return usage
	case email == "liability" && month != "":
		return l.writeMonth(ctx, month, out)
	case email == "liability":
		return l.liability(ctx, out)
	case month != "":
		return usage
	}
	reason = strings.TrimSpace(reason)
	switch {
	case l.Brand.Loyalty == nil:
		return fmt.Errorf("brand %d has no loyalty programme", l.Brand.ID)
	case (points == 0) != (reason == ""):
		return fmt.Errorf("an adjustment needs --adjust with points above or below 0, and --reason with a text that the customer reads")
	case points > maxAdjust || points < -maxAdjust:
		return fmt.Errorf("an adjustment is at most %d points", maxAdjust)
	case len([]rune(reason)) > maxReason:
		return fmt.Errorf("the reason is longer than %d characters", maxReason)
	}
	born, err := time.Parse("2006-01-02", "2024-"+birthday) // a leap year
	if birthday != "" && err != nil {
		return fmt.Errorf("%s is not a day in the form MM-DD", birthday)
	}
	id, err := customer.IDOfEmail(ctx, l.Table, l.Guests, email)
	if err != nil {
		return err
	}
	if id == "" {
		return fmt.Errorf("no account has the address %s", email)
	}
	l.Where(out)
	if birthday != "" {
		_, err := customer.ChangeProfile(ctx, l.Table, id, customer.AnyVersion, func(c *customer.Customer) error {
			c.Birthday = &customer.Birthday{Day: born.Day(), Month: int(born.Month())}
			if c.BirthdaySet.IsZero() {
				c.BirthdaySet = l.Now()
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if points != 0 {
		file, err := promo.Current(ctx, l.Table)
		if err != nil {
			return err
		}
		ledger := loyalty.Ledger{
			Table: l.Table, Rules: *l.Brand.Loyalty, Zone: location.Timezone(l.Brand.TimeZone), Program: file.Set().Program(),
		}
		err = ledger.Adjust(ctx, id, points, reason, strings.ToLower(rand.Text()), l.Now())
		if errors.Is(err, loyalty.ErrBelowZero) {
			return errors.New("the customer has fewer spendable points than that")
		}
		if errors.Is(err, loyalty.ErrDailyLimit) {
			return fmt.Errorf("at most %d points of a customer are adjusted in a day", ledger.Program.MaxAdjusted)
		}
		if err != nil {
			return fmt.Errorf("read the statement before you repeat it, the adjustment may be posted: %w", err)
		}
	}
	err = l.print(ctx, id, out)
	if err != nil && points != 0 {
		return fmt.Errorf("the adjustment is posted, do not repeat it; its statement cannot be read: %w", err)
	}
	return err
}

// liability writes the outstanding points of all accounts as CSV: the spendable ones by the month of the customer at the end of which they
// expire, those that orders hold, and the debts below zero.
func (l Loyalty) liability(ctx context.Context, out io.Writer) error {
	zone, now := location.Timezone(l.Brand.TimeZone), l.Now()
	points, accounts := map[string]int64{}, map[string]int{}
	add := func(row string, n int64) {
		if n != 0 {
			points[row], accounts[row] = points[row]+n, accounts[row]+1
		}
	}
	err := l.accounts(ctx, func(_ string, a loyalty.Account) error {
		for _, lot := range a.Lots {
			if lot.Expires.After(now) {
				add(lot.Expires.Add(-time.Second).In(a.Timezone(zone)).Format("2006-01"), lot.Points)
			}
		}
		add("held", a.Held)
		add("debt", -a.Debt)
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "expires,accounts,points")
	for _, row := range slices.Sorted(maps.Keys(points)) {
		fmt.Fprintf(out, "%s,%d,%d\n", row, accounts[row], points[row])
	}
	return nil
}

// accounts calls each with every account.
func (l Loyalty) accounts(ctx context.Context, each func(customer string, a loyalty.Account) error) error {
	for shard := range loyalty.Shards {
		err := loyalty.Accounts(ctx, l.Table, shard, "", func(customer string) error {
			a, err := loyalty.Load(ctx, l.Table, customer)
			if err != nil {
				return err
			}
			return each(customer, a)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeMonth writes the points of all accounts in a month (YYYY-MM, UTC) as CSV: the opening balance, the changes by the kind of their
// entries, and the closing balance. A debt counts below zero. Months are those of UTC, because an erasure keeps no other of a gift.
func (l Loyalty) writeMonth(ctx context.Context, month string, out io.Writer) error {
	from, err := time.Parse("2006-01", month)
	if err != nil {
		return fmt.Errorf("--month %s: write a month as YYYY-MM", month)
	}
	const opening, closing = "opening", "closing"
	points, entries, to := map[string]int64{}, map[string]int{}, from.AddDate(0, 1, 0)
	err = l.accounts(ctx, func(customer string, a loyalty.Account) error {
		for e, err := range loyalty.Entries(ctx, l.Table, customer, 1, a.Entries) {
			if err != nil {
				return err
			}
			if !e.At.Before(to) {
				continue
			}
			row, n := opening, e.Points()-e.Debt()
			if !e.At.Before(from) {
				row = string(e.Kind)
			}
			points[row], entries[row] = points[row]+n, entries[row]+1
			points[closing], entries[closing] = points[closing]+n, entries[closing]+1
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "change,entries,points")
	for _, row := range []string{
		opening, string(loyalty.Earn), string(loyalty.Redeem), string(loyalty.Expire), string(loyalty.Reverse), string(loyalty.Adjust), closing,
	} {
		fmt.Fprintf(out, "%s,%d,%d\n", row, entries[row], points[row])
	}
	return nil
}

// print writes the account and its entries, the newest first.
func (l Loyalty) print(ctx context.Context, id string, out io.Writer) error {
	a, err := loyalty.Load(ctx, l.Table, id)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "  Spendable: %d, held by orders: %d, debt: %d\n", a.Spendable(l.Now()), a.Held, a.Debt)
	for _, lot := range a.Lots {
		fmt.Fprintf(out, "  %d expire at %s\n", lot.Points, lot.Expires.Format(time.RFC3339))
	}
	fmt.Fprintf(out, "  %6s  %-20s  %-8s %8s %8s %8s  %s\n", "entry", "at", "kind", "points", "debt", "balance", "for")
	for after := ""; ; {
		s, err := loyalty.ReadStatement(ctx, l.Table, id, 100, after)
		if err != nil {
			return err
		}
		for _, e := range s.Entries {
			fmt.Fprintf(out, "  %6d  %-20s  %-8s %+8d %+8d %8d  %s\n",
				e.Number, e.At.Format(time.RFC3339), e.Kind, e.Points(), e.Debt(), e.Balance, about(e))
		}
		if after = s.Cursor; after == "" {
			return nil
		}
	}
}

// about returns what an entry is for.
func about(e loyalty.Entry) string {
	switch {
	case e.Order != nil:
		return fmt.Sprintf("order %s, %s", e.Order.Number, e.Order.Location)
	case e.Reward != 0:
		return "reward " + e.Source
	case e.Kind == loyalty.Expire:
		at, _, _ := strings.Cut(e.Source, "/")
		return "points until " + at
	}
	return e.Reason
}
