package location

import (
	"strings"

	"ordering/shared/locale"
)

// unbreakable keeps what is one code on one line, such as H2X 1Y4 and the state before it.
const unbreakable = "\u00a0"

// Lines is the address as an envelope has it: the street, then "Tulsa, OK 74105" or "Montréal (QC) H2X 1Y4". The state and the
// code stay together wherever the line is broken.
func (a Address) Lines(l locale.Locale) []string {
	place := a.City + ", " + a.State
	if l.French() {
		place = a.City + " (" + a.State + ")"
	}
	return []string{a.Street, place + unbreakable + strings.ReplaceAll(a.Zip, " ", unbreakable)}
}

// Line is the address on one line.
func (a Address) Line(l locale.Locale) string { return strings.Join(a.Lines(l), ", ") }
