package loyalty

import (
	"slices"
	"strings"
	"time"

	"ordering/shared/table"
)

// Erased returns what an erasure leaves of a row: Books without the kinds and sources of gifts, from which a birthday could be derived. Of
// the time of a gift the month stays.
func Erased(i table.Item) (left table.Item, ok bool, err error) {
	left, ok, err = Books(i)
	if err != nil || !ok {
		return left, ok, err
	}
	if source, earned := strings.CutPrefix(i.SK, oncePrefix+string(Earn)+"#"); earned && gift(source) {
		return left, false, nil
	}
	if !strings.HasPrefix(i.SK, entryPrefix) {
		return left, true, nil
	}
	e, err := readEntry(left)
	if err != nil || e.Reward == 0 {
		return left, true, err
	}
	e.Reward, e.Source, e.At = 0, "", time.Date(e.At.Year(), e.At.Month(), 1, 0, 0, 0, 0, time.UTC)
	left.Data = item(left.Key, e).Data
	return left, true, nil
}

// gift reports whether the source of an entry is a Grant.ID.
func gift(source string) bool {
	kind, _, _ := strings.Cut(source, "-")
	return kind != "" && slices.Contains(typeNames[:], kind)
}
