package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/shared/brand"
)

// Initial quotas of an AWS and a Stripe account, and the fixed limit of a partition (their documents, 2026-11).
const (
	partitionUnits = 1000   // write units a second
	newTableUnits  = 4000   // write units a second that a new on-demand table supports at once
	accountAPI     = 10_000 // calls a second in a region
	concurrency    = 1000   // concurrent executions
	secretsRead    = 40     // GetParameters a second
	secretsRetry   = 3      // seconds for which a process retries to read its secrets, on average at least (package lambdastart)
	mailsOfOrder   = 2
	moneyOfOrder   = 2 // calls that move money: authorise, capture
)

// The API calls of an order until it is paid, and the seconds of a call that only uses the table.
const (
	callsOfOrder = 12 // TestPickupJourneyOverEvents checks it
	callSeconds  = 0.02
)

// bound is a row of docs/bursts.md: the name of a limit, what uses it, its value, the use of one order, and the effect of exceeding it.
type bound struct {
	limit, use string
	most       float64
	each       float64
	beyond     string
}

// thousands formats a number as the document does.
func thousands(n float64) string {
	text := fmt.Sprintf("%.0f", n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// bounds returns the rows, computed from the use of a burst.
func (r *rush) bounds() []bound {
	loads := r.table.Loads()
	all, orders := 0.0, float64(len(r.placed))
	for _, l := range loads {
		all += l.Units
	}
	spread := func(kind string) (text string, each float64) {
		l := loads[kind]
		units := math.Round(l.Units / orders)
		return fmt.Sprintf("%.0f units an order over %d partitions", units, l.Partitions), units / float64(l.Partitions)
	}
	outbox, ofOutbox := spread("outbox")
	saga, ofSaga := spread("saga")
	table := math.Round(all / orders)
	paying := math.Round(percentile(r.placeTimes, 50).Seconds()*100) / 100
	other := math.Round((callsOfOrder-1+browsing)*callSeconds*100) / 100
	kept := 0
	for _, f := range functions.All() {
		kept += f.Reserved
	}
	calls := fmt.Sprintf("%d calls an order, and %d of those who only look", callsOfOrder, browsing)
	return []bound{
		{fmt.Sprintf("%s calls a second, %s at once: the API’s own (`functions/limits.go`)", thousands(functions.CallsASecond), thousands(functions.CallsAtOnce)), calls, functions.CallsASecond, callsOfOrder + browsing, "429"},
		{fmt.Sprintf("%s calls a second, %s at once: each route that guests only read", thousands(functions.ReadsASecond), thousands(functions.ReadsAtOnce)), fmt.Sprintf("at most the %d of those who look", browsing), functions.ReadsASecond, browsing, "429"},
		{thousands(accountAPI) + " calls a second, API Gateway (account and region)", "the same", accountAPI, callsOfOrder + browsing, "raise both"},
		{fmt.Sprint(stripeQuota, " calls a second that move money, Stripe (live mode)"), fmt.Sprint(moneyOfOrder, " an order"), stripeQuota, moneyOfOrder, "503, or taken later; ask Stripe"},
		{fmt.Sprint(mailQuota, " mails a second, SES"), fmt.Sprint(mailsOfOrder, " an order"), mailQuota, mailsOfOrder, "a queue"},
		{thousands(newTableUnits) + " write units a second, a table on demand; it doubles within 30 minutes", fmt.Sprintf("%.0f units an order", table), newTableUnits, table, "warm it"},
		{thousands(partitionUnits) + " write units a second, a partition", "the outbox: " + outbox, partitionUnits, ofOutbox, "throttled"},
		{"", "the index of unfinished orders: " + saga, partitionUnits, ofSaga, "throttled"},
		{fmt.Sprintf("%d executions at once of `payment`, reserved for it", reserved("payment")), fmt.Sprintf("%.2f s an order", paying), float64(reserved("payment")), paying, "503"},
		{fmt.Sprintf("%s executions at once, Lambda: %s of an account, %d of them reserved", thousands(float64(concurrency-kept)), thousands(concurrency), kept), fmt.Sprintf("%.2f s of other calls an order", other), float64(concurrency - kept), other, "503"},
		{fmt.Sprint(secretsRead, " GetParameters a second, retried for ", secretsRetry, " s"), "once a new process", secretsRead * secretsRetry, paying + other, "raise it to 10,000"},
	}
}

// compareWithDocument compares the table of docs/bursts.md with the quotas and with the use of an order in this burst.
func (r *rush) compareWithDocument(t *testing.T) {
	t.Helper()
	rows := ""
	for _, b := range r.bounds() {
		rows += "| " + b.limit + " | " + b.use
		for _, rate := range []float64{10, 100, 1000} {
			uses := b.each * rate
			rows += " | " + thousands(uses)
			if uses > b.most {
				rows += ": " + b.beyond
			}
		}
		rows += " |\n"
	}
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "bursts.md"))
	assert.NilError(t, err)
	b := brand.Default()
	for _, sentence := range []string{
		fmt.Sprintf("can be tried %d times in %.0f minutes, a network %d times", b.AttemptsPerBasket, b.AttemptsFor.Minutes(), b.AttemptsPerNetwork),
		fmt.Sprintf(
			"%s requests, %d placings, %d calls of\n`/api/auth` and %d calls of forms in five minutes",
			thousands(functions.RequestsOfOne), functions.PlacingsOfOne, functions.AccountCallsOfOne, functions.FormCallsOfOne,
		),
		fmt.Sprintf("`notify` is capped at %d at once", reserved("notify")),
	} {
		assert.Check(t, is.Contains(string(document), sentence))
	}
	assert.Check(t, is.Contains(string(document), "\n|---|---|---|---|---|\n"+rows+"\n"))
}
