// Package inbox is the operator's command for the cases that guests sent with forms: it lists, shows, exports and closes them, and fulfils
// privacy requests. The functions store cases, see package form.
package inbox

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"ordering/infra/operate"
	"ordering/shared/form"
	"ordering/shared/problem"
)

// Inbox is the command over a store.
type Inbox operate.Store

const usage = `inbox [list] [--kind KIND] [--since DATE] [--all]     open cases; --all also those that are closed or not verified
inbox show REFERENCE                                 what the guest sent
inbox file REFERENCE NAME --out PATH                 writes a photo or a résumé to a new file
inbox export [--kind KIND] [--since DATE] [--out PATH]   CSV of all cases
inbox close REFERENCE [--note TEXT]
inbox fulfil REFERENCE [--note TEXT] [--out PATH]    a verified privacy request; asks for the reference again`

type options struct {
	kind, since, out, note string
	all                    bool
}

// parse returns the words and the options, which may stand in any order.
func parse(args []string) (words []string, o options, err error) {
	f := flag.NewFlagSet("inbox", flag.ContinueOnError)
	f.StringVar(&o.kind, "kind", "", "")
	f.StringVar(&o.since, "since", "", "")
	f.StringVar(&o.out, "out", "", "")
	f.StringVar(&o.note, "note", "", "")
	f.BoolVar(&o.all, "all", false, "")
	words, err = operate.Parse(f, args)
	return words, o, err
}

// Run runs the command. It writes a CSV without a path to out alone.
func (b Inbox) Run(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	words, o, err := parse(args)
	if err != nil {
		return fmt.Errorf("%w\n\n%s", err, usage)
	}
	if len(words) == 0 {
		words = []string{"list"}
	}
	kinds, since, err := o.selected()
	if err != nil {
		return err
	}
	if words[0] != "export" || o.out != "" {
		b.Where(out)
	}
	switch name, count := words[0], len(words); {
	case name == "list" && count == 1:
		return b.list(ctx, kinds, since, o.all, out)
	case name == "export" && count == 1:
		return b.export(ctx, kinds, since, o.out, out)
	case (name == "show" || name == "close" || name == "fulfil") && count == 2, name == "file" && count == 3 && o.out != "":
	default:
		return fmt.Errorf("\"inbox %s\" is none of these:\n\n%s", strings.Join(words, " "), usage)
	}
	c, err := form.Find(ctx, b.Table, words[1])
	if problem.Is(err, problem.NotFound) {
		return fmt.Errorf("there is no case %s: it never existed, or its time ended. Nothing was changed", words[1])
	}
	if err != nil {
		return err
	}
	switch words[0] {
	case "show":
		show(c, out)
		return nil
	case "file":
		return b.file(ctx, c, words[2], o.out, out)
	case "close":
		return b.close(ctx, c, o.note, out)
	}
	return b.fulfil(ctx, c, o, in, out)
}

// selected returns the kinds and the first time of --kind and --since.
func (o options) selected() (kinds []form.Kind, since time.Time, err error) {
	kinds = slices.Sorted(maps.Keys(form.Kinds))
	if o.kind != "" {
		if !slices.Contains(kinds, form.Kind(o.kind)) {
			return nil, since, fmt.Errorf("there is no kind %q: there are %s", o.kind, join(kinds))
		}
		kinds = []form.Kind{form.Kind(o.kind)}
	}
	if o.since != "" {
		if since, err = time.Parse(time.DateOnly, o.since); err != nil {
			return nil, since, fmt.Errorf("--since must be a date such as 2026-11-23, not %q", o.since)
		}
	}
	return kinds, since, nil
}

func join[T ~string](all []T) string {
	texts := make([]string, len(all))
	for n, t := range all {
		texts[n] = string(t)
	}
	return strings.Join(texts, ", ")
}

// list prints the open cases of each kind, the newest first, then the others if all is set.
func (b Inbox) list(ctx context.Context, kinds []form.Kind, since time.Time, all bool, out io.Writer) error {
	var open, rest []form.Case
	for _, k := range kinds {
		for c, err := range form.List(ctx, b.Table, k, since) {
			switch {
			case err != nil:
				return err
			case c.Status == form.Open:
				open = append(open, c)
			case all:
				rest = append(rest, c)
			}
		}
	}
	lines := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	overdue := 0
	for _, c := range append(open, rest...) {
		due := ""
		if c.Status == form.Open && !c.AnswerBy.IsZero() {
			due = "answer by " + c.AnswerBy.Format(time.DateOnly)
			if !b.Now().Before(c.AnswerBy.AddDate(0, 0, 1)) {
				overdue++
				due += " OVERDUE"
			}
		}
		what := cmp.Or(c.Entry.Request, c.Entry.Subject)
		fmt.Fprintf(lines, "  %s\t%s\t%s\t%s\t%s\t%s\n", c.Reference, c.Kind, c.Received.Format(time.DateOnly), c.Status, what, due)
	}
	if err := lines.Flush(); err != nil {
		return err
	}
	if len(open) == 0 {
		fmt.Fprintln(out, "No case is open.")
		return nil
	}
	fmt.Fprintf(out, "Open: %d", len(open))
	if overdue > 0 {
		fmt.Fprintf(out, ", of which %d after their deadline", overdue)
	}
	fmt.Fprintf(out, ". To read one: %s show REFERENCE\n", b.Command)
	return nil
}

// show prints the members of a case that have a value.
func show(c form.Case, out io.Writer) {
	for _, column := range columns {
		if text := column.of(c); text != "" {
			fmt.Fprintf(out, "  %-14s %s\n", column.name, strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", 17)))
		}
	}
}

// file writes a file of a case to a new file at path.
func (b Inbox) file(ctx context.Context, c form.Case, name, path string, out io.Writer) error {
	if !slices.ContainsFunc(c.Files, func(f form.File) bool { return f.Name == name }) {
		return fmt.Errorf("%s has no file %q: %s show %s lists them", c.Reference, name, b.Command, c.Reference)
	}
	return b.writeFile(ctx, name, path, out)
}

func (b Inbox) writeFile(ctx context.Context, name, path string, out io.Writer) error {
	data, err := b.Files.Open(ctx, name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	defer data.Close()
	err = operate.WriteNew(path, func(w io.Writer) error {
		_, err := io.Copy(w, data)
		return err
	})
	if err == nil {
		fmt.Fprintf(out, "  Written to %s. Delete it once it is read: it is not erased with the guest's data.\n", path)
	}
	return err
}

// close closes a case without an answer to the guest.
func (b Inbox) close(ctx context.Context, c form.Case, note string, out io.Writer) error {
	if c.Kind == form.Privacy && note == "" {
		return fmt.Errorf("%s is a privacy request: fulfil it, or say with --note why not. Nothing was changed", c.Reference)
	}
	err := b.closeAs(ctx, c, form.Closing{Outcome: form.OutcomeClosed, Note: note})
	if err == nil {
		fmt.Fprintf(out, "  %s is closed.\n", c.Reference)
	}
	return err
}

// explain returns the error of a case that cannot be closed in the operator's words.
func explain(c form.Case, err error) error {
	switch {
	case errors.Is(err, form.ErrClosed):
		return fmt.Errorf("%s is closed already. Nothing was changed", c.Reference)
	case errors.Is(err, form.ErrUnverified):
		end := c.Expires().Format(time.DateOnly)
		return fmt.Errorf("the guest has not confirmed the address of %s. Unconfirmed, it ends on %s. Nothing was changed", c.Reference, end)
	}
	return err
}

// confirm asks for the reference again.
func confirm(c form.Case, in io.Reader, out io.Writer) error {
	fmt.Fprintf(out, "Type %s to go on: ", c.Reference)
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && line == "" || form.Normal(strings.TrimSpace(line)) != form.Normal(c.Reference) {
		return errors.New("the reference was not typed. Nothing was changed")
	}
	return nil
}
