package loyalty

import (
	"slices"
	"strings"
	"time"

	"ordering/shared/table"
)

// Erased returns what an erasure leaves of a row: the account, its entries, and what makes entries unique. Entries lose the texts of
// operators. Those of gifts also lose their kind, source and day, because these reveal a birthday. The month (UTC) stays, for the books. ok
// is false for a row that is not needed to check the rest.
func Erased(i table.Item) (left table.Item, ok bool, err error) {
	if strings.HasPrefix(i.SK, entryPrefix) {
		e, err := readEntry(i)
		if err != nil || e.Reason == "" && e.Reward == 0 {
			return i, true, err
		}
		if e.Reason = ""; e.Reward != 0 {
			e.Reward, e.Source, e.At = 0, "", time.Date(e.At.Year(), e.At.Month(), 1, 0, 0, 0, 0, time.UTC)
		}
		i.Data = item(i.Key, e).Data
		return i, true, nil
	}
	if once, found := strings.CutPrefix(i.SK, oncePrefix); found {
		source, earned := strings.CutPrefix(once, string(Earn)+"#")
		return i, !strings.HasPrefix(once, warned) && !(earned && gift(source)), nil
	}
	return i, i.SK == "account" || i.SK == checkedRow, nil
}

// gift reports whether the source of an entry is a Grant.ID.
func gift(source string) bool {
	kind, _, _ := strings.Cut(source, "-")
	return kind != "" && slices.Contains(typeNames[:], kind)
}
