package importer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"ordering/shared/location"
)

func (d *draft) status() {
	switch given := location.Slug(d.row.get("status")); given {
	case "", "open", "active":
		d.location.Status = location.StatusOpen
	case "coming-soon", "opening-soon":
		d.location.Status = location.StatusComingSoon
	case "closed", "inactive", "permanently-closed", "temporarily-closed":
		d.location.Status = location.StatusClosed
	default:
		d.reject("status", "%s is none of open, coming soon and closed", quoted(d.row.get("status")))
	}
}

func (d *draft) flag(column string, to *bool, usual bool) {
	if !d.row.has(column) {
		return
	}
	switch strings.ToLower(d.row.get(column)) {
	case "":
		*to = usual
	case "yes", "y", "true", "1", "oui", "x":
		*to = true
	case "no", "n", "false", "0", "non":
		*to = false
	default:
		d.reject(column, "%s is neither yes nor no", quoted(d.row.get(column)))
	}
}

func (d *draft) handoffs(usual []location.Handoff) {
	names := strings.FieldsFunc(d.row.get("handoffs"), func(r rune) bool { return strings.ContainsRune(",;|/", r) })
	if len(names) == 0 {
		d.location.Handoffs = usual
		return
	}
	var handoffs []location.Handoff
	for _, name := range names {
		slug := location.Slug(name)
		switch slug {
		case "carryout", "carry-out", "takeout", "take-out", "to-go":
			slug = "pickup"
		case "drive-thru":
			slug = "drive-through"
		}
		h, ok := location.ParseHandoff(slug)
		if !ok {
			d.reject("handoffs", "%s is none of pickup, curbside, delivery, dine-in and drive-through", quoted(name))
			continue
		}
		if !slices.Contains(handoffs, h) {
			handoffs = append(handoffs, h)
		}
	}
	slices.Sort(handoffs)
	d.location.Handoffs = handoffs
}

// taxRate reads a rate: 0.0825 or 8.25%.
func (d *draft) taxRate() {
	given := d.row.get("tax rate")
	if given == "" {
		d.location.TaxRate = ""
		return
	}
	text, percent := strings.CutSuffix(strings.ReplaceAll(given, " ", ""), "%")
	rate, err := decimal.NewFromString(text)
	if percent {
		rate = rate.Shift(-2)
	}
	if err != nil || len(text) > 12 || rate.IsNegative() || rate.GreaterThanOrEqual(decimal.NewFromFloat(0.3)) {
		d.reject("tax rate", "%s is no rate such as 0.0825 or 8.25%%", quoted(given))
		return
	}
	d.location.TaxRate = rate.String()
}

func (d *draft) whole(column string, to *int, usual, low, high int) {
	if !d.row.has(column) {
		return
	}
	given := d.row.get(column)
	if given == "" {
		*to = usual
		return
	}
	n, err := strconv.Atoi(strings.TrimSuffix(given, ".0"))
	if err != nil || n < low || n > high {
		d.reject(column, "%s is no whole number from %d to %d", quoted(given), low, high)
		return
	}
	*to = n
}

// link reads an address of the web, or a path of our own pictures.
func (d *draft) link(column string) string {
	given := d.row.get(column)
	if given == "" || strings.HasPrefix(given, "https://") || strings.HasPrefix(given, "http://") || strings.HasPrefix(given, "/") && !strings.HasPrefix(given, "//") {
		return given
	}
	d.reject(column, "%s is no address such as https://example.com/page", quoted(given))
	return ""
}

func (d *draft) network(name string) {
	l := &d.location
	networks := slices.DeleteFunc(slices.Clone(l.SocialNetworks), func(n location.SocialNetwork) bool { return n.Network == name })
	if url := d.link(name); url != "" {
		networks = append(networks, location.SocialNetwork{Network: name, URL: url})
	}
	slices.SortFunc(networks, func(a, b location.SocialNetwork) int { return strings.Compare(a.Network, b.Network) })
	l.SocialNetworks = nil
	if len(networks) > 0 {
		l.SocialNetworks = networks
	}
}
