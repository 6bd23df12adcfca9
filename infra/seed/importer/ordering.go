package importer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"ordering/shared/location"
)

// statuses are the words of each status: TEMPORARY_CLOSE and "closed for renovation" are closed.
var statuses = []struct {
	words  *regexp.Regexp
	status location.Status
}{
	{regexp.MustCompile(`\b(closed?|inactive|disabled|suspended)\b`), location.StatusClosed},
	{regexp.MustCompile(`\b(soon|planned|future|upcoming)\b`), location.StatusComingSoon},
	{regexp.MustCompile(`^(open|opened|active|operational|live)$`), location.StatusOpen},
}

func parseStatus(s string) (location.Status, error) {
	for _, known := range statuses {
		if known.words.MatchString(location.Slug(s)) {
			return known.status, nil
		}
	}
	return "", fmt.Errorf("%s is not one of open, coming soon and closed", quoted(s))
}

func yesNo(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "yes", "y", "true", "1", "oui", "x":
		return true, nil
	case "no", "n", "false", "0", "non":
		return false, nil
	}
	return false, fmt.Errorf("%s is neither yes nor no", quoted(s))
}

func parseHandoffs(s string) ([]location.Handoff, error) {
	var handoffs []location.Handoff
	for name := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(",;|/", r) }) {
		slug := location.Slug(name)
		switch slug {
		case "carryout", "carry-out", "takeout", "take-out", "to-go":
			slug = "pickup"
		case "drive-thru":
			slug = "drive-through"
		}
		h, ok := location.ParseHandoff(slug)
		if !ok {
			return nil, fmt.Errorf("%s is not one of pickup, curbside, delivery, dine-in and drive-through", quoted(name))
		}
		if !slices.Contains(handoffs, h) {
			handoffs = append(handoffs, h)
		}
	}
	slices.Sort(handoffs)
	return handoffs, nil
}

// taxRate reads the combined rate of a restaurant's address. A state's average is only an assumption; in Canada the province's rates apply.
func (d *draft) taxRate(column string) {
	l := &d.location
	before := l.TaxRate
	switch {
	case take(d.row, column, &l.TaxRate, "", parseTaxRate), l.Address.Country == "CA":
		d.given(column)
	case !d.known || l.TaxRate != before:
		d.assume(column, "assumed: an average of the state")
	}
}

// parseTaxRate parses a rate: 0.0825 or 8.25%.
func parseTaxRate(s string) (string, error) {
	text, percent := strings.CutSuffix(strings.ReplaceAll(s, " ", ""), "%")
	rate, err := parseDecimal(text)
	if percent {
		rate = rate.Shift(-2)
	}
	if err != nil || rate.IsNegative() || rate.GreaterThanOrEqual(decimal.NewFromFloat(0.3)) {
		return "", fmt.Errorf("%s is not a rate such as 0.0825 or 8.25%%", quoted(s))
	}
	return rate.String(), nil
}

// parseDecimal parses a plain number. An exponent is refused: 1e999999999 takes hours.
func parseDecimal(s string) (decimal.Decimal, error) {
	if len(s) > 12 || strings.Trim(s, "-0123456789.") != "" {
		return decimal.Decimal{}, fmt.Errorf("%s is not a number", quoted(s))
	}
	return decimal.NewFromString(s)
}

func whole(high int) func(string) (int, error) {
	return func(s string) (int, error) {
		n, err := strconv.Atoi(strings.TrimSuffix(s, ".0"))
		if err != nil || n < 0 || n > high {
			return 0, fmt.Errorf("%s is not a whole number from 0 to %d", quoted(s), high)
		}
		return n, nil
	}
}

// link accepts a web address, or a path of our own pictures.
func link(s string) (string, error) {
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") {
		return s, nil
	}
	return "", fmt.Errorf("%s is not an address such as https://example.com/page", quoted(s))
}

// image reads the address of a picture. One of our own must exist.
func (d *draft) image(column string) {
	d.optional(column, &d.location.Image, func(s string) (string, error) {
		s, err := link(s)
		if path, ours := strings.CutPrefix(s, "/pictures/"); err == nil && ours && !d.in.shows(path) {
			err = fmt.Errorf("there is no picture %s", quoted(s))
		}
		return s, err
	})
}

// network reads the page of the restaurant on a social network, which has the column's name.
func (d *draft) network(column string) {
	page := location.SocialNetwork{Network: column}
	others := slices.DeleteFunc(slices.Clone(d.location.SocialNetworks), func(n location.SocialNetwork) bool {
		if n.Network == column {
			page = n
		}
		return n.Network == column
	})
	if d.optional(column, &page.URL, link); page.URL != "" {
		others = append(others, page)
	}
	slices.SortFunc(others, func(a, b location.SocialNetwork) int { return strings.Compare(a.Network, b.Network) })
	d.location.SocialNetworks = others
}
