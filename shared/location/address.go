package location

import (
	"strings"

	"ordering/shared/locale"
)

// noBreakSpace keeps a postal code and the state before it on one line, such as H2X 1Y4.
const noBreakSpace = "\u00a0"

// Lines returns the address in postal form: the street, then "Tulsa, OK 74105" or "Montréal (QC) H2X 1Y4". No-break
// spaces keep the state and the code together.
func (a Address) Lines(l locale.Locale) []string {
	place := a.City + ", " + a.State
	if l.French() {
		place = a.City + " (" + a.State + ")"
	}
	return []string{a.Street, place + noBreakSpace + strings.ReplaceAll(a.Zip, " ", noBreakSpace)}
}

// Line returns the address on one line.
func (a Address) Line(l locale.Locale) string { return strings.Join(a.Lines(l), ", ") }
