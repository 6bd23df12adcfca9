package importer

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/shopspring/decimal"

	"ordering/shared/category"
	"ordering/shared/location"
	"ordering/shared/promo"
)

// promotionColumns lists the columns of promotions in a spreadsheet (infra/seed/promotions.template.csv). Their names are those of the JSON
// file.
var promotionColumns = map[string][]string{
	"id": nil, "kind": {"type"}, "name": nil, "name fr": {"name fr-ca"}, "text": nil, "text fr": {"text fr-ca"},
	"terms": nil, "terms fr": {"terms fr-ca"},
	"amount": {"amount usd"}, "amount cad": nil, "percent": nil, "cap": {"cap usd"}, "cap cad": nil, "items": nil, "sections": nil,
	"buy items": nil, "buy sections": nil, "buy quantity": nil, "buy get": nil, "cheapest": nil, "once per order": nil,
	"from": nil, "until": nil, "weekdays": nil, "hours": nil, "handoffs": nil, "locations": nil, "countries": nil, "categories": nil,
	"min subtotal": {"min subtotal usd"}, "min subtotal cad": nil, "min after": nil, "signed in": nil, "limit": nil, "per customer": nil,
	"code": nil, "serialized": nil, "points": nil, "stack": nil,
}

// promotionSheet reads promotions from a spreadsheet, one in each row.
func (in Input) promotionSheet() (f promo.File, file source, err error) {
	report := &Report{DryRun: in.DryRun}
	rows, err := readRows(in.Data, promotionColumns, report)
	if err != nil {
		return f, file, err
	}
	rowOf := map[jsontext.Pointer]*row{}
	for i, r := range rows {
		rowOf[jsontext.Pointer(fmt.Sprintf("/promotions/%d", i))] = r
		f.Promotions = append(f.Promotions, promotionRow(r))
	}
	return f, sheetSource(report, promotionColumns, rowOf), nil
}

func promotionRow(r *row) promo.Promotion {
	p := promo.Promotion{
		ID: cmp.Or(r.get("id"), location.Slug(r.get("name"))), Label: r.text("name"), Text: r.text("text"), Terms: r.text("terms"),
		Amount: r.prices("amount"), Cap: r.prices("cap"), MinSubtotal: r.prices("min subtotal"),
		Match: promo.Match{Items: r.words("items"), Sections: r.words("sections")},
		From:  optional(r, "from", location.ParseDate), Until: optional(r, "until", location.ParseDate),
		Hours:     optional(r, "hours", parseRange),
		Locations: r.words("locations"), Countries: r.words("countries"),
		Limit: r.whole("limit"), PerCustomer: r.whole("per customer"), Code: r.get("code"), Points: r.whole("points"), Stack: r.get("stack"),
	}
	take(r, "kind", &p.Kind, 0, parseKind)
	take(r, "percent", &p.Percent, p.Percent, func(s string) (decimal.Decimal, error) { return parseDecimal(strings.TrimRight(s, " %")) })
	take(r, "weekdays", &p.Weekdays, nil, parseWeekdays)
	take(r, "handoffs", &p.Handoffs, nil, parseHandoffs)
	for column, flag := range map[string]*bool{
		"cheapest": &p.Cheapest, "once per order": &p.OncePerOrder, "min after": &p.MinAfter, "signed in": &p.SignedIn,
		"serialized": &p.Serialized,
	} {
		take(r, column, flag, false, yesNo)
	}
	for _, slug := range r.words("categories") {
		p.Categories = append(p.Categories, category.Slug(slug))
	}
	if r.get("buy quantity") != "" {
		p.Buy = &promo.Buy{
			Match:    promo.Match{Items: r.words("buy items"), Sections: r.words("buy sections")},
			Quantity: r.whole("buy quantity"), Get: r.whole("buy get"),
		}
	} else if r.get("buy items")+r.get("buy sections")+r.get("buy get") != "" {
		r.reject("buy quantity", "it is missing")
	}
	return p
}

// optional returns the value of a column, nil if it is empty.
func optional[T any](r *row, column string, parse func(string) (T, error)) *T {
	var v T
	if !take(r, column, &v, v, parse) {
		return nil
	}
	return &v
}

// parseKind parses the number or the name of a kind: 6 or subcategoryPercentage.
func parseKind(s string) (promo.Kind, error) {
	for k := promo.OrderAmount; k <= promo.ItemFree; k++ {
		if s == fmt.Sprint(int(k)) || strings.EqualFold(s, k.String()) {
			return k, nil
		}
	}
	return 0, fmt.Errorf("%s is not a kind such as orderAmount, or its number", quoted(s))
}

// parseWeekdays parses days such as Mo-Fr or Sa,Su.
func parseWeekdays(s string) (days []int, err error) {
	week, err := parseHours(s + " 00:00-24:00")
	if err != nil {
		return nil, fmt.Errorf("%s is not written like Mo-Fr or Sa,Su", quoted(s))
	}
	for day, hours := range week {
		if len(hours) > 0 {
			days = append(days, day)
		}
	}
	return days, nil
}

// parseRange parses the hours of a day such as 11:00-14:00.
func parseRange(s string) (location.Range, error) {
	week, err := parseHours(s)
	if err != nil || len(week[0]) != 1 || len(week[1]) != 1 || week[0][0] != week[1][0] {
		return location.Range{}, fmt.Errorf("%s is not written like 11:00-14:00", quoted(s))
	}
	return week[0][0], nil
}
