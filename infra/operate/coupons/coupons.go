// Package coupons is the operator's command that makes the codes of a serialized promotion, see package promo.
package coupons

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"

	"ordering/infra/operate"
	"ordering/shared/promo"
)

// Coupons is the command over a store.
type Coupons operate.Store

// most limits one run.
const most = 1_000_000

// Run makes codes and writes them as CSV to a new file, or to out alone. After an interruption the codes that it wrote are valid, and
// another run makes further ones.
func (c Coupons) Run(ctx context.Context, args []string, out io.Writer) error {
	f := flag.NewFlagSet("coupons", flag.ContinueOnError)
	path := f.String("out", "", "")
	words, err := operate.Parse(f, args)
	if err != nil || len(words) != 2 {
		return errors.Join(err, fmt.Errorf("usage: %s PROMOTION N [--out FILE]", c.Command))
	}
	id := words[0]
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("N must be a whole number from 1 to %d", most)
	}
	file, err := promo.Current(ctx, c.Table)
	if err != nil {
		return fmt.Errorf("read the promotions of the table: %w", err)
	}
	i := slices.IndexFunc(file.Promotions, func(p promo.Promotion) bool { return p.ID == id })
	switch {
	case i < 0:
		return fmt.Errorf("there is no promotion %q: import it first", id)
	case !file.Promotions[i].Serialized:
		return fmt.Errorf("promotion %q is not serialized, so it has no codes of single guests", id)
	}
	if *path == "" {
		return c.write(ctx, id, n, out)
	}
	c.Where(out)
	if err := operate.WriteNew(*path, func(w io.Writer) error { return c.write(ctx, id, n, w) }); err != nil {
		return err
	}
	fmt.Fprintf(out, "  Codes written to %s: %d\n", *path, n)
	return nil
}

// write makes n codes and writes them to w, each batch once it is in the table.
func (c Coupons) write(ctx context.Context, id string, n int, w io.Writer) error {
	sheet := csv.NewWriter(w)
	sheet.UseCRLF = true
	written := 0
	err := sheet.Write([]string{"code"})
	if err == nil {
		err = promo.NewCodes(ctx, c.Table, c.Guests, id, n, func(codes []string) error {
			for _, code := range codes {
				if err := sheet.Write([]string{promo.PrintedCode(code)}); err != nil {
					return err
				}
			}
			written += len(codes)
			sheet.Flush()
			return sheet.Error()
		})
	}
	if err != nil {
		return fmt.Errorf("%d of %d codes were made, run it again for the others: %w", written, n, err)
	}
	return nil
}
