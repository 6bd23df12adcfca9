package promo

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/shopspring/decimal"

	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/location"
	"ordering/shared/menu"
	"ordering/shared/money"
)

const (
	maxPrice = 1_000_000 // minor units
	maxCount = 20        // of units to buy or get
	// percentDigits are the decimals of a percentage that Best computes with.
	percentDigits = 4
)

var (
	wordForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`) })
	codeForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z0-9]{4,20}$`) })
)

// currencies are those of the countries in which guests order.
var currencies = map[string]money.Currency{"US": money.USD, "CA": money.CAD}

// Check returns all errors in the promotions, in their order. It does not know if the items, sections and locations exist. See also Bound.
func (f File) Check(market menu.Market) (found []menu.Finding) {
	ids, codes := map[string]string{}, map[string]string{}
	for i := range f.Promotions {
		c := checker{Promotion: &f.Promotions[i], at: fmt.Sprintf("/promotions/%d", i), market: market}
		c.identity(ids, codes)
		c.words()
		c.reduction()
		c.match()
		c.window()
		c.places()
		c.limits()
		found = append(found, c.found...)
	}
	return append(found, f.program(market)...)
}

// checker checks one promotion.
type checker struct {
	*Promotion
	at     string
	market menu.Market
	found  []menu.Finding
}

// require adds a finding at a member of the promotion unless ok.
func (c *checker) require(ok bool, member, format string, args ...any) {
	if !ok {
		c.found = append(c.found, menu.Finding{Pointer: c.at + member, Message: fmt.Sprintf(format, args...)})
	}
}

func (c *checker) identity(ids, codes map[string]string) {
	c.require(wordForm().MatchString(c.ID) && len(c.ID) <= 64, "/id",
		"%q is not an id: words of a–z and 0–9 joined by hyphens, at most 64 characters", c.ID)
	c.require(ids[c.ID] == "", "/id", "the id %q is already at %s", c.ID, ids[c.ID])
	ids[c.ID] = c.at
	c.require(c.Stack == "" || wordForm().MatchString(c.Stack), "/stack", "%q is not words of a–z and 0–9 joined by hyphens", c.Stack)
	if c.Points != 0 {
		c.reward()
	}
	if c.Code == "" {
		return
	}
	c.require(codeForm().MatchString(c.Code), "/code", "%q is not a code: 4 to 20 symbols A–Z and 0–9", c.Code)
	c.require(codes[c.Code] == "", "/code", "the code %q is already at %s", c.Code, codes[c.Code])
	codes[c.Code] = c.at
	c.require(!c.Serialized, "/serialized", "a promotion with serialized codes has no common code")
}

// maxPoints is far above the price of any reward.
const maxPoints = 100_000

// reward checks a promotion with a price in points.
func (c *checker) reward() {
	c.require(c.Points > 0 && c.Points <= maxPoints, "/points", "%d is not a number of points from 1 to %d", c.Points, maxPoints)
	c.require(c.SignedIn, "/points", "a promotion with points needs signedIn")
	c.require(c.Code == "" && !c.Serialized, "/points", "a promotion with points has no codes")
	c.require(!c.Kind.OfUnits() || c.OncePerOrder, "/points", "a promotion of items with points needs oncePerOrder")
}

// words requires each text in the languages of the countries in which the promotion runs.
func (c *checker) words() {
	for member, text := range map[string]locale.Text{"/name": c.Label, "/text": c.Text, "/terms": c.Terms} {
		if len(text) == 0 && member != "/name" {
			continue
		}
		for _, l := range c.market.Languages {
			if !l.French() || slices.Contains(c.runs(), money.CAD) {
				c.require(strings.TrimSpace(text[l]) != "", member, "the text in %s is missing", l)
			}
		}
		for _, l := range slices.Sorted(maps.Keys(text)) {
			c.require(slices.Contains(locale.All, l) || slices.Contains(locale.Abroad, l), member, "%q is not a language of the site", l)
		}
	}
	slices.SortStableFunc(c.found, func(a, b menu.Finding) int { return strings.Compare(a.Pointer, b.Pointer) })
}

// runs returns the currencies of the market in which the promotion runs, if its caps and minima have them.
func (c *checker) runs() (all []money.Currency) {
	for _, country := range slices.Sorted(maps.Keys(currencies)) {
		currency := currencies[country]
		if _, has := c.Amount[currency]; slices.Contains(c.market.Currencies, currency) && c.in(country) && (has || len(c.Amount) == 0) {
			all = append(all, currency)
		}
	}
	return all
}

func (c *checker) in(country string) bool {
	return len(c.Countries) == 0 || slices.ContainsFunc(c.Countries, func(code string) bool { return strings.EqualFold(code, country) })
}

// reduction checks what the promotion takes off.
func (c *checker) reduction() {
	if c.Kind < OrderAmount || c.Kind > ItemFree {
		c.require(false, "/kind", "%d is not a kind from %d to %d", int(c.Kind), OrderAmount, ItemFree)
		return
	}
	percentage := c.Kind.Percentage()
	amount := !percentage && c.Kind != ItemFree
	c.require(amount || len(c.Amount) == 0, "/amount", "%s has no amount", c.Kind)
	c.require(!amount || len(c.Amount) > 0, "", "%s needs an amount", c.Kind)
	c.require(percentage || c.Percent.IsZero(), "/percent", "%s has no percentage", c.Kind)
	inRange := c.Percent.IsPositive() && c.Percent.LessThanOrEqual(decimal.NewFromInt(100))
	c.require(!percentage || inRange, "/percent", "%s needs a percentage above 0 and at most 100", c.Kind)
	c.require(c.Percent.Equal(c.Percent.Truncate(percentDigits)), "/percent", "has more than %d decimals", percentDigits)
	c.require(len(c.runs()) > 0, "", "runs in no country: no amount is in the currency of its countries")
	for _, country := range c.Countries {
		_, has := c.Amount[currencies[strings.ToUpper(country)]]
		c.require(!amount || has, "/amount", "the amount for %s is missing", country)
	}
	c.prices("/amount", c.Amount)
	c.prices("/cap", c.Cap)
	c.prices("/minSubtotal", c.MinSubtotal)
	c.require(!c.MinAfter || len(c.MinSubtotal) > 0, "/minAfter", "needs a minSubtotal")
	c.require(!c.MinAfter || !c.Kind.OfUnits(), "/minAfter", "only promotions of the order and of a handoff have it")
	c.require(!c.sharesCap() || c.Stack == "", "/stack", "needs oncePerOrder or no cap")
}

// prices requires positive prices in each currency in which the promotion runs.
func (c *checker) prices(member string, prices menu.Prices) {
	for _, currency := range slices.Sorted(maps.Keys(prices)) {
		n := prices[currency]
		c.require(slices.Contains(menu.North.Currencies, currency), member, "%q is not a currency of the site", currency)
		c.require(n > 0 && n <= maxPrice, member+"/"+string(currency), "%d is not a price from 1 to %d cents", n, maxPrice)
	}
	for _, currency := range c.runs() {
		_, has := prices[currency]
		c.require(has || len(prices) == 0, member, "the price in %s is missing", currency)
	}
}

// match checks which units the promotion reduces and requires.
func (c *checker) match() {
	units := c.Kind.OfUnits()
	if !units {
		c.require(len(c.Items) == 0, "/items", "only promotions of items and sections select items")
		c.require(len(c.Sections) == 0, "/sections", "only promotions of items and sections select sections")
		c.require(c.Buy == nil, "/buy", "only promotions of items and sections require items")
		c.require(!c.OncePerOrder, "/oncePerOrder", "a promotion of the order applies once")
	} else if c.Kind == SubcategoryAmount || c.Kind == SubcategoryPercentage {
		c.require(len(c.Sections) > 0, "", "%s needs sections", c.Kind)
		c.require(len(c.Items) == 0, "/items", "%s selects sections only", c.Kind)
	} else {
		c.require(len(c.Items)+len(c.Sections) > 0, "", "%s needs items or sections", c.Kind)
	}
	c.require(!c.Cheapest || c.Buy != nil || c.OncePerOrder, "/cheapest", "has no effect on all units: it needs buy or oncePerOrder")
	if b := c.Buy; b != nil {
		c.require(len(b.Items)+len(b.Sections) > 0, "/buy", "needs items or sections")
		c.require(b.Quantity >= 1 && b.Quantity <= maxCount, "/buy/quantity", "%d is not a number from 1 to %d", b.Quantity, maxCount)
		c.require(b.Get >= 0 && b.Get <= maxCount, "/buy/get", "%d is not a number from 0 to %d", b.Get, maxCount)
	}
}

func (c *checker) window() {
	c.require(c.From == nil || c.Until == nil || !c.Until.Before(*c.From), "/until", "is before from")
	for i, day := range c.Weekdays {
		c.require(day >= 0 && day <= 6, fmt.Sprintf("/weekdays/%d", i), "%d is not a weekday from 0 (Sunday) to 6", day)
	}
	if h := c.Hours; h != nil {
		c.require(h.Open < minutesOfDay, "/hours/open", "%s is not a time before 24:00", h.Open)
	}
}

func (c *checker) places() {
	for i, h := range c.Handoffs {
		c.require(slices.Contains(location.AllHandoffs, h), fmt.Sprintf("/handoffs/%d", i), "%d is not a handoff", int(h))
	}
	c.require(!c.Kind.OfHandoff() || len(c.Handoffs) > 0, "", "%s needs handoffs", c.Kind)
	for i, country := range c.Countries {
		currency := currencies[strings.ToUpper(country)]
		member := fmt.Sprintf("/countries/%d", i)
		c.require(slices.Contains(c.market.Currencies, currency), member, "%q is not a country in which guests order", country)
	}
	for i, slug := range c.Categories {
		c.require(slices.Contains(category.Ordered(), slug), fmt.Sprintf("/categories/%d", i), "%q is not an order category", slug)
	}
}

func (c *checker) limits() {
	c.require(c.Limit >= 0, "/limit", "%d is not a positive number", c.Limit)
	c.require(c.PerCustomer >= 0, "/perCustomer", "%d is not a positive number", c.PerCustomer)
	c.require(c.PerCustomer == 0 || c.Limit == 0 || c.PerCustomer <= c.Limit, "/perCustomer", "is above the limit of all customers")
}
