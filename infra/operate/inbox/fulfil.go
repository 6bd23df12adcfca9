package inbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"ordering/infra/operate"
	"ordering/infra/operate/erasure"
	"ordering/shared/form"
	"ordering/shared/locale"
	"ordering/shared/person"
)

// fulfil fulfils a verified privacy request once the operator has typed its reference, and mails the guest that it is done.
func (b Inbox) fulfil(ctx context.Context, c form.Case, o options, in io.Reader, out io.Writer) error {
	switch {
	case c.Kind != form.Privacy:
		return fmt.Errorf("%s is no privacy request: close it. Nothing was changed", c.Reference)
	case c.Status == form.Unverified:
		return explain(c, form.ErrUnverified)
	case c.Status == form.Closed:
		return explain(c, form.ErrClosed)
	}
	var do func(*person.Records) error
	how := form.Closing{Note: o.note, Done: true}
	switch c.Entry.Request {
	case "know":
		how.Outcome = form.OutcomeExported
		path := cmp.Or(o.out, c.Reference+".json")
		fmt.Fprintf(out, "%s asks to know: this writes what is stored about %s to\n%s\n", c.Reference, c.Entry.Email, path)
		fmt.Fprintln(out, "and the files of forms beside it. Send all of them to that address, then delete them.")
		do = func(r *person.Records) error {
			if err := b.exportPerson(ctx, r, c, path, out); err != nil {
				return err
			}
			return b.closeAs(ctx, c, how)
		}
	case "delete":
		fmt.Fprintf(out, "%s asks to delete: this erases the account, orders and forms of %s for good.\n", c.Reference, c.Entry.Email)
		do = func(r *person.Records) (err error) {
			report := erasure.Report{Out: out}
			if report.Found, err = r.EraseEmail(ctx, c.Entry.Email, report.Add); err != nil {
				return err
			}
			return report.End() // the last erasure also answers the request
		}
	default:
		how.Outcome = map[string]string{"correct": form.OutcomeCorrected, "limit": form.OutcomeLimited}[c.Entry.Request]
		if o.note == "" {
			show(c, out)
			return fmt.Errorf("%s\nThen run this again with --note and what was done. Nothing was changed", toDo[c.Entry.Request])
		}
		fmt.Fprintf(out, "%s asks to %s: this closes it with your note.\n", c.Reference, c.Entry.Request)
		do = func(*person.Records) error { return b.closeAs(ctx, c, how) }
	}
	if err := confirm(c, in, out); err != nil {
		return err
	}
	records, end, err := b.Open(ctx)
	if err != nil {
		return err
	}
	if err := errors.Join(do(records), end()); err != nil {
		return err
	}
	fmt.Fprintf(out, "  %s is fulfilled. A mail tells the guest.\n", c.Reference)
	return nil
}

func (b Inbox) closeAs(ctx context.Context, c form.Case, how form.Closing) error {
	_, err := form.Close(ctx, b.Table, c.ID, how, b.Now())
	return explain(c, err)
}

// toDo says what an operator does for a request that no program fulfils.
var toDo = map[string]string{
	"correct": "A guest corrects an account in the profile. Correct the other data in your own systems; the books of finished orders stay.",
	"limit":   "This site uses sensitive data, such as passwords, only for what the guest asked for. Limit other uses in your own systems.",
}

// exportPerson writes what is stored about the guest of a case to a new file, and the files of the guest's forms beside it.
func (b Inbox) exportPerson(ctx context.Context, r *person.Records, c form.Case, path string, out io.Writer) error {
	all, err := r.ExportEmail(ctx, c.Entry.Email, locale.Parse(c.Locale))
	if err != nil {
		return err
	}
	err = operate.WriteNew(path, func(w io.Writer) error {
		text := json.NewEncoder(w)
		text.SetEscapeHTML(false)
		text.SetIndent("", "  ")
		return text.Encode(all)
	})
	for _, sent := range all.Forms {
		for _, f := range sent.Files {
			beside := strings.TrimSuffix(path, ".json") + "-" + filepath.Base(f.Name)
			err = errors.Join(err, b.writeFile(ctx, f.Name, beside, out))
		}
	}
	return err
}
