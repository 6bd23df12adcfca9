// Package coupons is the operator's command that makes the codes of a serialized promotion, see package promo.
package coupons

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"ordering/shared/guest"
	"ordering/shared/promo"
	"ordering/shared/table"
)

// Coupons is the command over a table.
type Coupons struct {
	Table   table.Table
	Guests  guest.Secret
	Where   func(io.Writer) // prints which store this is
	Command string          // how the operator calls it
}

// most limits one run.
const most = 1_000_000

// Run makes codes and writes them as CSV to a new file, or to out alone. After an interruption the codes that it wrote are valid, and
// another run makes further ones.
func (c Coupons) Run(ctx context.Context, args []string, out io.Writer) error {
	words, path, err := parse(args)
	if err != nil || len(words) != 2 {
		return errors.Join(err, fmt.Errorf("usage: %s PROMOTION N [--out FILE]", c.Command))
	}
	id := words[0]
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("N must be a whole number from 1 to %d", most)
	}
	f, err := promo.Current(ctx, c.Table)
	if err != nil {
		return fmt.Errorf("read the promotions of the table: %w", err)
	}
	i := slices.IndexFunc(f.Promotions, func(p promo.Promotion) bool { return p.ID == id })
	switch {
	case i < 0:
		return fmt.Errorf("there is no promotion %q: import it first", id)
	case !f.Promotions[i].Serialized:
		return fmt.Errorf("promotion %q is not serialized, so it has no codes of single guests", id)
	}
	if path == "" {
		return c.write(ctx, id, n, out)
	}
	c.Where(out)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(c.write(ctx, id, n, file), file.Close()); err != nil {
		return err
	}
	fmt.Fprintf(out, "  Codes written to %s: %d\n", path, n)
	return nil
}

// parse returns the words and the value of --out, in any order.
func parse(args []string) (words []string, path string, err error) {
	f := flag.NewFlagSet("coupons", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&path, "out", "", "")
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return nil, "", err
		}
		if args = f.Args(); len(args) > 0 {
			words, args = append(words, args[0]), args[1:]
		}
	}
	return words, path, nil
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
