package inbox

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"ordering/infra/operate"
	"ordering/shared/form"
)

// columns are the members of a case that show and export print. The token of an order is not among them: it gives access to the order.
var columns = []struct {
	name string
	of   func(form.Case) string
}{
	{"reference", func(c form.Case) string { return c.Reference }},
	{"kind", func(c form.Case) string { return string(c.Kind) }},
	{"status", func(c form.Case) string { return string(c.Status) }},
	{"received", func(c form.Case) string { return instant(c.Received) }},
	{"verified", func(c form.Case) string { return instant(c.Verified) }},
	{"acknowledgeBy", func(c form.Case) string { return date(c.AcknowledgeBy) }},
	{"answerBy", func(c form.Case) string { return date(c.AnswerBy) }},
	{"closed", func(c form.Case) string { return instant(c.Closed) }},
	{"outcome", func(c form.Case) string { return c.Outcome }},
	{"erased", func(c form.Case) string { return instant(c.Erased) }},
	{"language", func(c form.Case) string { return c.Locale }},
	{"request", func(c form.Case) string { return c.Entry.Request }},
	{"agent", func(c form.Case) string { return c.Entry.Agent }},
	{"firstName", func(c form.Case) string { return c.Entry.FirstName }},
	{"lastName", func(c form.Case) string { return c.Entry.LastName }},
	{"email", func(c form.Case) string { return c.Entry.Email }},
	{"phone", func(c form.Case) string { return c.Entry.Phone }},
	{"region", func(c form.Case) string { return c.Entry.Region }},
	{"country", func(c form.Case) string { return c.Entry.Country }},
	{"locationId", func(c form.Case) string { return c.Entry.LocationID }},
	{"visited", func(c form.Case) string { return c.Entry.Visited }},
	{"subject", func(c form.Case) string { return c.Entry.Subject }},
	{"orderNumber", func(c form.Case) string { return c.Entry.OrderNumber }},
	{"rating", func(c form.Case) string { return number(c.Entry.Rating) }},
	{"layers", func(c form.Case) string {
		var all []string
		for _, l := range c.Entry.Layers {
			all = append(all, fmt.Sprintf("%s %s %s", l.ItemID, l.Part, l.Verdict))
		}
		return strings.Join(all, "\n")
	}},
	{"guests", func(c form.Case) string { return number(c.Entry.Guests) }},
	{"starts", func(c form.Case) string { return c.Entry.Starts }},
	{"availability", func(c form.Case) string { return strings.Join(c.Entry.Availability, " ") }},
	{"agreed", func(c form.Case) string {
		if c.Entry.Agreed {
			return "yes"
		}
		return ""
	}},
	{"message", func(c form.Case) string { return c.Entry.Message }},
	{"files", func(c form.Case) string {
		var names []string
		for _, f := range c.Files {
			names = append(names, f.Name)
		}
		return strings.Join(names, "\n")
	}},
	{"notes", func(c form.Case) string {
		var all []string
		for _, n := range c.Notes {
			all = append(all, instant(n.At)+" "+n.Text)
		}
		return strings.Join(all, "\n")
	}},
}

func instant(t time.Time) string { return format(t, time.RFC3339) }

func date(t time.Time) string { return format(t, time.DateOnly) }

func format(t time.Time, layout string) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(layout)
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// export writes the cases as CSV (RFC 4180) to a new file at path, or to out if path is empty.
func (b Inbox) export(ctx context.Context, kinds []form.Kind, since time.Time, path string, out io.Writer) error {
	written := 0
	rows := func(w io.Writer) error {
		sheet := csv.NewWriter(w)
		sheet.UseCRLF = true
		row := make([]string, len(columns))
		for n, column := range columns {
			row[n] = column.name
		}
		if err := sheet.Write(row); err != nil {
			return err
		}
		for _, k := range kinds {
			for c, err := range form.List(ctx, b.Table, k, since) {
				if err != nil {
					return err
				}
				for n, column := range columns {
					row[n] = neutral(column.of(c))
				}
				if err := sheet.Write(row); err != nil {
					return err
				}
				written++
			}
		}
		sheet.Flush()
		return sheet.Error()
	}
	if path == "" {
		return rows(out)
	}
	if err := operate.WriteNew(path, rows); err != nil {
		return err
	}
	fmt.Fprintf(out, "  Cases written to %s: %d\n", path, written)
	return nil
}

// formula matches the start of a formula. A spreadsheet that separates cells at semicolons or tabs, as Excel does in Canadian French, finds
// cells also inside a cell; some spreadsheets fold wide letters.
var formula = regexp.MustCompile(`(^|[,;\t\r\n])([\s\pZ"]*)([-=+@＝＋－＠])`)

// neutral returns a cell without formulas: an apostrophe makes each of them text.
func neutral(cell string) string { return formula.ReplaceAllString(cell, "$1$2'$3") }
