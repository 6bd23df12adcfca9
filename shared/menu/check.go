package menu

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ordering/shared/locale"
	"ordering/shared/money"
)

// Finding is an error in a file. Pointer is a JSON pointer to it.
type Finding struct {
	Pointer string
	Message string
}

// Market lists the currencies and languages that a menu must have.
type Market struct {
	Currencies []money.Currency
	Languages  []locale.Locale
}

// North is the market of a brand with sites for the United States and for Canada, in English and French. States is the United States alone.
var (
	North  = Market{Currencies: []money.Currency{money.USD, money.CAD}, Languages: []locale.Locale{locale.En, locale.FrCA}}
	States = Market{Currencies: []money.Currency{money.USD}, Languages: []locale.Locale{locale.En}}
)

const (
	maxPrice    = 1_000_000 // minor units of one item or modifier
	maxCalories = 50_000
	maxMinutes  = 14 * 24 * 60
	maxQuantity = 1000
	maxDepth    = 8 // of nested groups
)

// Check returns all errors in the file, in the order of its lists. A file without findings can be sold from: all
// references resolve, every required choice can be made, and no choices make a price negative.
func (f File) Check(market Market) []Finding {
	c := &checker{market: market, word: regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`), ids: map[string]string{}}
	c.groups = map[string]*ModifierGroup{}
	for i := range f.ModifierGroups {
		c.groups[f.ModifierGroups[i].ID] = &f.ModifierGroups[i]
	}
	c.menus(f)
	c.dayparts(f)
	c.modifierGroups(f)
	c.items(f)
	c.sections(f)
	c.overrides(f)
	if len(c.found) == 0 { // the walks need a valid tree
		c.lowest(f)
	}
	return c.found
}

type checker struct {
	market Market
	word   *regexp.Regexp
	found  []Finding
	ids    map[string]string // "item brisket" → pointer of its first use
	groups map[string]*ModifierGroup
}

func (c *checker) find(pointer, format string, args ...any) {
	c.found = append(c.found, Finding{pointer, fmt.Sprintf(format, args...)})
}

// require adds a finding unless ok.
func (c *checker) require(ok bool, pointer, format string, args ...any) {
	if !ok {
		c.find(pointer, format, args...)
	}
}

// id checks the form of an id or slug and that it is unique within its kind.
func (c *checker) id(kind, id, pointer string) {
	if !c.word.MatchString(id) || len(id) > 64 {
		c.find(pointer, "%q is not an id: words of a–z and 0–9 joined by hyphens, at most 64 characters", id)
		return
	}
	key := kind + " " + id
	if first, taken := c.ids[key]; taken && first != pointer {
		c.find(pointer, "%s %q is already at %s", kind, id, first)
		return
	}
	c.ids[key] = pointer
}

func (c *checker) known(kind, id string) bool { _, ok := c.ids[kind+" "+id]; return ok }

// text requires a text in each language of the market. Languages of the sites abroad are optional.
func (c *checker) text(t locale.Text, pointer string) {
	for _, l := range c.market.Languages {
		c.require(strings.TrimSpace(t[l]) != "", pointer, "the text in %s is missing", l)
	}
	sites := slices.Concat(locale.All, locale.Abroad)
	for _, l := range slices.Sorted(maps.Keys(t)) {
		c.require(slices.Contains(sites, l), pointer+"/"+string(l), "%q is not a language of the site (%v)", l, sites)
	}
}

// prices requires an amount of at least least in each currency of the market.
func (c *checker) prices(p Prices, least int64, pointer string) {
	for _, cur := range c.market.Currencies {
		_, ok := p[cur]
		c.require(ok, pointer, "the price in %s is missing", cur)
	}
	for _, cur := range slices.Sorted(maps.Keys(p)) {
		switch n := p[cur]; {
		case !slices.Contains(North.Currencies, cur):
			c.find(pointer+"/"+string(cur), "%q is not a currency of the site (%v)", cur, North.Currencies)
		case n < least || n > maxPrice:
			c.find(pointer+"/"+string(cur), "%d is not a price from %d to %d cents", n, least, maxPrice)
		}
	}
}

func (c *checker) number(n, least, most int, pointer string) {
	c.require(n >= least && n <= most, pointer, "%d is not a number from %d to %d", n, least, most)
}

// among requires that each element is a known word and occurs once.
func (c *checker) among(list, known []string, what, pointer string) {
	for i, s := range list {
		switch at := fmt.Sprintf("%s/%d", pointer, i); {
		case !slices.Contains(known, s):
			c.find(at, "%q is not %s (%s)", s, what, strings.Join(known, ", "))
		case slices.Contains(list[:i], s):
			c.find(at, "%q is listed twice", s)
		}
	}
}

// refs requires that each id refers to an element of that kind and occurs once.
func (c *checker) refs(list []string, kind, pointer string) {
	for i, id := range list {
		switch at := fmt.Sprintf("%s/%d", pointer, i); {
		case !c.known(kind, id):
			c.find(at, "there is no %s %q", kind, id)
		case slices.Contains(list[:i], id):
			c.find(at, "%s %q is listed twice", kind, id)
		}
	}
}
