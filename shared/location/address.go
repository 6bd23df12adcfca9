package location

import "ordering/shared/locale"

// Lines is the address as an envelope has it: the street, then "Tulsa, OK 74105" or "Montréal (QC) H2X 1Y4".
func (a Address) Lines(l locale.Locale) []string {
	place := a.City + ", " + a.State
	if l.French() {
		place = a.City + " (" + a.State + ")"
	}
	return []string{a.Street, place + " " + a.Zip}
}
