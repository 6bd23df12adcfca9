package inbox_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/infra/operate/inbox"
	"ordering/shared/form"
	"ordering/shared/form/formtest"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/outbox"
	"ordering/shared/person"
)

// desk is an operator with a table of orders and forms.
type desk struct {
	*ordertest.Fixture
	*testing.T
	forms *formtest.Sender
	dir   string
	ended int // how often the access to the records ended
}

func newDesk(t *testing.T) *desk {
	g := ordertest.New(t)
	return &desk{Fixture: g, T: t, forms: formtest.New(t, g.Table, ordertest.Guests, g.Now), dir: t.TempDir()}
}

// run runs the command with the typed lines.
func (d *desk) run(typed string, args ...string) (string, error) {
	d.Helper()
	var out strings.Builder
	err := inbox.Inbox{
		Table: d.Table, Files: d.forms.Folder, Now: d.Now, Command: "npm run inbox --",
		Where: func(out io.Writer) { fmt.Fprintln(out, "The store of a test") },
		Open: func(context.Context) (*person.Records, func() error, error) {
			holders := []order.Holder{order.HeldByKitchen(d.Table, d.Now)}
			records := &person.Records{Table: d.Table, Guests: ordertest.Guests, Files: d.forms.Folder, Now: d.Now, Holders: holders}
			return records, func() error { d.ended++; return nil }, nil
		},
	}.Run(d.Context(), args, strings.NewReader(typed), &out)
	return out.String(), err
}

// must is run for a command that succeeds.
func (d *desk) must(typed string, args ...string) string {
	d.Helper()
	out, err := d.run(typed, args...)
	assert.NilError(d, err, out)
	return out
}

// request sends and verifies a privacy request of ann.
func (d *desk) request(what string) form.Case {
	d.Helper()
	return d.forms.Verify(d.forms.Send(form.Privacy, "ann", func(e *form.Entry) { e.Request = what }))
}

func (d *desk) load(c form.Case) form.Case {
	d.Helper()
	c, err := form.Load(d.Context(), d.Table, c.ID)
	assert.NilError(d, err)
	return c
}

// mailedDone reports whether the mail that a request is done waits in the outbox.
func (d *desk) mailedDone(c form.Case) bool {
	d.Helper()
	rows, err := outbox.Pending(d.Context(), d.Table)
	assert.NilError(d, err)
	for _, row := range rows {
		if row.ID == c.ID+"/form-mail-done-1" {
			return true
		}
	}
	return false
}

func TestListShowsOpenCasesFirstWithTheirDeadlines(t *testing.T) {
	d := newDesk(t)
	assert.Assert(t, is.Contains(d.must(""), "No case is open."))
	talk, review := d.forms.Send(form.Talk, "ann"), d.forms.Send(form.Review, "bob")
	waiting := d.forms.Send(form.Privacy, "bob")
	request := d.request("delete")
	d.must("", "close", review.Reference)

	out := d.must("", "list")
	due := "answer by " + request.AnswerBy.Format(time.DateOnly)
	for _, want := range []string{talk.Reference, request.Reference, due + "\n", "Open: 2. "} {
		assert.Check(t, is.Contains(out, want))
	}
	for _, not := range []string{review.Reference, waiting.Reference, "ann", "OVERDUE"} {
		assert.Check(t, !strings.Contains(out, not), "%s in %s", not, out)
	}
	all := d.must("", "--all")
	assert.Check(t, strings.Index(all, talk.Reference) < strings.Index(all, review.Reference), all)
	assert.Check(t, is.Contains(all, waiting.Reference))
	assert.Check(t, !strings.Contains(d.must("", "--kind", "ccpa"), talk.Reference))

	d.Pass(45 * 24 * time.Hour)
	assert.Check(t, !strings.Contains(d.must("", "list"), "OVERDUE"), "the last day")
	d.Pass(24 * time.Hour)
	out = d.must("", "list")
	assert.Check(t, strings.Contains(out, due+" OVERDUE\n") && strings.Contains(out, "Open: 2, of which 1 after their deadline."), out)
	assert.Assert(t, is.Contains(d.must("", "list", "--since", d.Now().Format(time.DateOnly)), "No case is open."))
}

func TestShowFindsACaseByItsReference(t *testing.T) {
	d := newDesk(t)
	c := d.forms.Send(form.JobApplication, "ann", func(e *form.Entry) { e.Message = "one\ntwo" })
	out := d.must("", "show", strings.ToLower(strings.ReplaceAll(c.Reference, "-", " ")))
	for _, want := range []string{
		"The store of a test", "Firstann", "ann@example.com", "mon-morning", c.Files[0].Name, "message        one\n                 two\n",
	} {
		assert.Check(t, is.Contains(out, want))
	}
	_, err := d.run("", "show", "AAAA-BBBB")
	assert.ErrorContains(t, err, "there is no case AAAA-BBBB")
}

func TestWrongArgumentsChangeNothing(t *testing.T) {
	d := newDesk(t)
	c := d.forms.Send(form.Talk, "ann")
	for _, args := range []string{
		"close", "show", "list more", "file " + c.Reference + " x", "erase " + c.Reference, "list --kind", "close " + c.Reference + " --yes",
	} {
		_, err := d.run("", strings.Fields(args)...)
		assert.Check(t, err != nil && strings.Contains(err.Error(), "inbox fulfil REFERENCE"), "%s: %v", args, err)
	}
	for args, want := range map[string]string{
		"list --kind nothing": "there is no kind \"nothing\": there are catering-feedback, ccpa", "list --since tuesday": "must be a date",
		"file " + c.Reference + " x.jpg --out y": "has no file", "fulfil " + c.Reference: "is no privacy request",
	} {
		_, err := d.run("", strings.Fields(args)...)
		assert.Check(t, is.ErrorContains(err, want), args)
	}
	assert.Equal(t, d.load(c).Status, form.Open)
}

func TestFileIsWrittenOnce(t *testing.T) {
	d := newDesk(t)
	c := d.forms.Send(form.JobApplication, "ann")
	path := filepath.Join(d.dir, "resume.pdf")
	d.must("", "file", c.Reference, c.Files[0].Name, "--out", path)
	raw, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Equal(t, string(raw), "Resumeann")
	info, err := os.Stat(path)
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), os.FileMode(0o600))
	_, err = d.run("", "file", c.Reference, c.Files[0].Name, "--out", path)
	assert.Check(t, errors.Is(err, os.ErrExist), err)
}

// Fault 32: no cell of the CSV is a formula, and every cell is readable.
func TestExportIsNeutralCSV(t *testing.T) {
	d := newDesk(t)
	const text = "=HYPERLINK(\"http://evil.example\")\n, \"quoted\""
	c := d.forms.Send(form.Talk, "ann", func(e *form.Entry) { e.Message, e.OrderNumber = text, "@SUM(1)" })
	d.must("", "close", c.Reference, "--note", "-called")
	d.forms.Send(form.Feedback, "bob")
	out := d.must("", "export")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	assert.NilError(t, err)
	assert.Assert(t, len(rows) == 3 && strings.HasPrefix(out, "reference,") && strings.Count(out, "\r\n") >= 3, out)
	found := ""
	for _, row := range rows {
		found += strings.Join(row, "|") + "\n"
		for _, cell := range row {
			assert.Check(t, cell == "" || !strings.ContainsRune("=+-@\t\r", rune(cell[0])), "%q", cell)
		}
	}
	for _, want := range []string{"|'" + text + "|", "|'@SUM(1)|", "|'+19185550123|", c.Reference + "|talk|closed|"} {
		assert.Check(t, is.Contains(found, want))
	}
	path := filepath.Join(d.dir, "forms.csv")
	assert.Assert(t, is.Contains(d.must("", "export", "--out", path, "--kind", "feedback"), "Cases written to "+path+": 1"))
	raw, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.Check(t, strings.Contains(string(raw), "Firstbob") && !strings.Contains(string(raw), "Firstann"))
}

// No line of a cell starts with a formula, whichever separator the spreadsheet takes.
func FuzzNoCellIsAFormula(f *testing.F) {
	for _, seed := range []string{
		"", "=1+1", "+1", "-1", "@a", "\t=1", "\r\n=1", "'=1", "＝1+1", "\"=1", "words, \"more\"", "hi;=cmd|' /C calc'!A0;x", "hi\n =1", "a;\"=1",
		"a\t\u00a0@b", "=;=,=\r=",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var out strings.Builder
		sheet := csv.NewWriter(&out)
		assert.NilError(t, sheet.Write([]string{"R7K2-M9QX", inbox.Neutral(text), "last"}))
		sheet.Flush()
		for _, separator := range ",;\t" {
			in := csv.NewReader(strings.NewReader(out.String()))
			in.Comma, in.LazyQuotes, in.FieldsPerRecord = separator, true, -1
			rows, err := in.ReadAll()
			assert.NilError(t, err)
			for _, cell := range slices.Concat(rows...) {
				for line := range strings.SplitSeq(strings.ReplaceAll(cell, "\r", "\n"), "\n") {
					start := strings.TrimLeft(line, " \"\t\u00a0")
					assert.Check(t, start == "" || !strings.ContainsAny("=+-@＝＋－＠", string([]rune(start)[0])), "%q", cell)
				}
			}
		}
	})
}

func TestCloseIsOnce(t *testing.T) {
	d := newDesk(t)
	c := d.forms.Send(form.Talk, "ann")
	d.must("", "close", c.Reference, "--note", "called her")
	got := d.load(c)
	assert.Assert(t, is.Len(got.Notes, 1))
	assert.Check(t, got.Status == form.Closed && got.Outcome == form.OutcomeClosed && got.Notes[0].Text == "called her", "%+v", got)
	assert.Check(t, !d.mailedDone(c))
	_, err := d.run("", "close", c.Reference)
	assert.ErrorContains(t, err, "closed already")

	request := d.request("know")
	_, err = d.run("", "close", request.Reference)
	assert.ErrorContains(t, err, "say with --note why not")
	d.must("", "close", request.Reference, "--note", "not the guest")
	_, err = d.run("", "fulfil", request.Reference)
	assert.ErrorContains(t, err, "closed already")
}

func TestAnUnverifiedRequestIsNotFulfilled(t *testing.T) {
	d := newDesk(t)
	c := d.forms.Send(form.Privacy, "ann")
	for _, args := range [][]string{{"fulfil", c.Reference}, {"close", c.Reference, "--note", "x"}} {
		_, err := d.run(c.Reference+"\n", args...)
		assert.Check(t, is.ErrorContains(err, "has not confirmed the address"))
	}
	assert.Check(t, d.load(c).Status == form.Unverified && d.ended == 0)
}

func TestFulfilNeedsTheReferenceAgain(t *testing.T) {
	d := newDesk(t)
	c := d.request("delete")
	for _, typed := range []string{"", "\n", "yes\n", c.Reference[:4] + "\n"} {
		out, err := d.run(typed, "fulfil", c.Reference)
		assert.Check(t, is.ErrorContains(err, "Nothing was changed"), "%q", typed)
		assert.Check(t, is.Contains(out, "Type "+c.Reference+" to go on: "))
	}
	assert.Check(t, d.load(c).Status == form.Open && d.ended == 0)
}

func TestFulfilARequestToKnow(t *testing.T) {
	d := newDesk(t)
	job := d.forms.Send(form.JobApplication, "ann")
	d.must("", "close", job.Reference, "--note", "called her")
	d.forms.Send(form.JobApplication, "bob")
	want := d.Want(d.Fill("burger", 1), "ok", "key-of-the-order-001")
	want.Contact.Email = "ann@example.com"
	placed := d.Place(want)
	c := d.request("know")
	path := filepath.Join(d.dir, "ann.json")
	d.must(strings.ToLower(c.Reference)+"\n", "fulfil", c.Reference, "--out", path)
	raw, err := os.ReadFile(path)
	assert.NilError(t, err)
	var all person.Export
	assert.NilError(t, json.Unmarshal(raw, &all))
	assert.Check(t, len(all.Forms) == 2 && len(all.Orders) == 1 && all.Orders[0].Number == placed.Number, "%s", raw)
	assert.Check(t, !strings.Contains(string(raw), "bob"))
	assert.Check(t, is.Contains(string(raw), "called her"))
	resumes, err := filepath.Glob(filepath.Join(d.dir, "ann-*.pdf"))
	assert.NilError(t, err)
	assert.Assert(t, is.Len(resumes, 1))
	resume, err := os.ReadFile(resumes[0])
	assert.Check(t, err == nil && string(resume) == "Resumeann", "%s %v", resume, err)
	got := d.load(c)
	assert.Check(t, got.Outcome == form.OutcomeExported && d.mailedDone(c) && d.ended == 1, "%+v", got)
}

func TestFulfilARequestToDelete(t *testing.T) {
	d := newDesk(t)
	talk := d.forms.Send(form.Talk, "ann")
	want := d.Want(d.Fill("burger", 1), "ok", "key-of-the-order-001")
	want.Contact.Email = "ann@example.com"
	placed := d.Place(want)
	c := d.request("delete")
	out, err := d.run(c.Reference+"\n", "fulfil", c.Reference)
	assert.Check(t, is.ErrorContains(err, "1 not erased yet"))
	assert.Check(t, is.Contains(out, "not finished"))
	assert.Check(t, d.load(c).Status == form.Open && d.load(talk).Entry.Email == "" && !d.mailedDone(c))

	d.Cancel(placed.Token)
	d.Drained()
	out = d.must(c.Reference+"\n", "fulfil", c.Reference)
	assert.Check(t, is.Contains(out, c.Reference+" is fulfilled"))
	got := d.load(c)
	assert.Check(t, got.Outcome == form.OutcomeDeleted && got.Entry.Email == "" && d.mailedDone(c), "%+v", got)
	shown := d.must("", "show", c.Reference)
	assert.Check(t, is.Contains(shown, "outcome        deleted"))
	assert.Check(t, !regexp.MustCompile("ann|918").MatchString(shown), shown)
}

func TestFulfilARequestThatAPersonDoes(t *testing.T) {
	for what, outcome := range map[string]string{"correct": form.OutcomeCorrected, "limit": form.OutcomeLimited} {
		d := newDesk(t)
		c := d.request(what)
		out, err := d.run("", "fulfil", c.Reference)
		assert.Check(t, is.ErrorContains(err, "run this again with --note"))
		assert.Check(t, is.Contains(out, "Message ann"))
		d.must(c.Reference+"\n", "fulfil", c.Reference, "--note", "done by hand")
		assert.Check(t, d.load(c).Outcome == outcome && d.mailedDone(c))
	}
}
