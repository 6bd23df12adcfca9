package tax

import "ordering/shared/locale"

// Label is the name of a tax for a guest, as the authorities themselves say it in each language; of one that is not known, the name itself.
func Label(tax string) locale.Text {
	switch tax {
	case GST:
		return locale.Text{locale.En: "GST", locale.FrCA: "TPS"}
	case HST:
		return locale.Text{locale.En: "HST", locale.FrCA: "TVH"}
	case QST:
		return locale.Text{locale.En: "QST", locale.FrCA: "TVQ"}
	case PST:
		return locale.Text{locale.En: "PST", locale.FrCA: "TVP"}
	case Sales:
		return locale.Text{locale.En: "Sales tax", locale.FrCA: "Taxe de vente"}
	}
	return locale.Text{locale.En: tax}
}
