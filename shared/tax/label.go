package tax

import "ordering/shared/locale"

// labels are the names that the authorities themselves use in each language.
func labels() map[string]locale.Text {
	return map[string]locale.Text{
		GST:   {locale.En: "GST", locale.FrCA: "TPS"},
		HST:   {locale.En: "HST", locale.FrCA: "TVH"},
		QST:   {locale.En: "QST", locale.FrCA: "TVQ"},
		PST:   {locale.En: "PST", locale.FrCA: "TVP"},
		Sales: {locale.En: "Sales tax", locale.FrCA: "Taxe de vente"},
	}
}

// Label is the name of a tax for a guest; of one that is not known, the name itself.
func Label(tax string) locale.Text {
	if t, ok := labels()[tax]; ok {
		return t
	}
	return locale.Text{locale.En: tax}
}
