package basket

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ordering/shared/category"
	"ordering/shared/guest"
	"ordering/shared/menu"
	"ordering/shared/problem"
)

// LineRequest is a guest's request for an item.
type LineRequest struct {
	ItemID       string
	Quantity     int
	Choices      []menu.Choice // nil for the default item
	Instructions string
}

// Add puts an item into the basket; an equal line grows instead. The problem is that of the first broken rule, with all findings about
// the choices as details.
func (b Basket) Add(pc PricingContext, request LineRequest) (Basket, error) {
	if err := b.Changeable(); err != nil {
		return b, err
	}
	line, err := b.line(pc, request)
	if err != nil {
		return b, err
	}
	if b, err = b.with(pc, line); err != nil {
		return b, err
	}
	return b, b.checkWeight(pc)
}

// addable reports whether Add accepts an available item with its default choices. It calls Add only if the basket may be too large.
func (b Basket) addable(pc PricingContext, item *menu.Item, quantity int) bool {
	at, _ := b.FulfilmentTime(pc)
	if b.Changeable() != nil || !pc.Offer.DefaultsValid(item) || len(pc.Offer.SoldOutChoices(item, nil, at)) > 0 {
		return false
	}
	next, err := b.with(pc, Line{ItemID: item.ID, Quantity: quantity})
	if err == nil && next.mayBeFull() {
		_, err = b.Add(pc, LineRequest{ItemID: item.ID, Quantity: quantity})
	}
	return err == nil
}

// with returns the basket with the line, or with a larger equal line.
func (b Basket) with(pc PricingContext, line Line) (Basket, error) {
	var lines []Line
	if same := slices.IndexFunc(b.Lines, line.same); same >= 0 {
		lines = slices.Clone(b.Lines)
		lines[same].Quantity += line.Quantity
		lines[same].Seen = line.Seen
	} else {
		line.ID = strconv.Itoa(b.NextLine)
		b.NextLine++
		lines = slices.Concat(b.Lines, []Line{line})
	}
	return b.withLines(pc, lines, line.ItemID, true)
}

// Revision is a change of a line; nil keeps the current value.
type Revision struct {
	Quantity     int
	Choices      []menu.Choice
	Instructions *string
}

// Change revises a line.
func (b Basket) Change(pc PricingContext, lineID string, r Revision) (Basket, error) {
	if err := b.Changeable(); err != nil {
		return b, err
	}
	i := slices.IndexFunc(b.Lines, func(l Line) bool { return l.ID == lineID })
	if i < 0 {
		return b, problem.New(problem.LineNotFound)
	}
	old := b.Lines[i]
	if err := checkQuantity(r.Quantity); err != nil {
		return b, err
	}
	lines := slices.Clone(b.Lines)
	if r.Quantity <= old.Quantity && r.Choices == nil && r.Instructions == nil {
		lines[i].Quantity = r.Quantity // a smaller quantity is allowed even if the item is no longer available
		return b.withLines(pc, lines, old.ItemID, false)
	}
	request := LineRequest{ItemID: old.ItemID, Quantity: r.Quantity, Choices: old.Choices, Instructions: old.Instructions}
	if r.Choices != nil {
		request.Choices = r.Choices
	}
	if r.Instructions != nil {
		request.Instructions = *r.Instructions
	}
	line, err := b.line(pc, request)
	if err != nil {
		return b, err
	}
	line.ID = old.ID
	if r.Choices == nil {
		line.Seen = old.Seen // a new quantity does not accept a new price
	}
	lines[i] = line
	if b, err = b.withLines(pc, lines, old.ItemID, r.Quantity > old.Quantity); err != nil || size(line) <= size(old) {
		return b, err
	}
	return b, b.checkWeight(pc)
}

// Remove takes a line out.
func (b Basket) Remove(lineID string) (Basket, error) {
	if err := b.Changeable(); err != nil {
		return b, err
	}
	i := slices.IndexFunc(b.Lines, func(l Line) bool { return l.ID == lineID })
	if i < 0 {
		return b, problem.New(problem.LineNotFound)
	}
	b.Lines = slices.Delete(slices.Clone(b.Lines), i, i+1)
	return b, nil
}

// line checks a request and returns its line, without an id.
func (b Basket) line(pc PricingContext, request LineRequest) (Line, error) {
	if err := checkQuantity(request.Quantity); err != nil {
		return Line{}, err
	}
	item, ok := b.find(pc, request.ItemID)
	if !ok {
		return Line{}, problem.New(problem.ItemNotFound)
	}
	if !b.Hold.Alive(pc.Now) {
		b.Hold = nil // an expired hold does not limit the items: the guest must choose a time again
	}
	if why := b.unavailable(pc, item); why != "" {
		return Line{}, problem.New(why, "item", item.Label.In(b.Locale))
	}
	chosen, findings := pc.Offer.Price(item, request.Choices)
	if len(findings) > 0 {
		for i, f := range findings {
			findings[i] = f.In(b.Locale)
		}
		p := problem.New(findings[0].Code).With(findings...)
		p.Params = findings[0].Params
		return Line{}, p
	}
	note, err := instructions(request.Instructions)
	if err != nil {
		return Line{}, err
	}
	l := Line{ItemID: item.ID, Quantity: request.Quantity, Choices: request.Choices, Instructions: note}
	if chosen.AsItComes() {
		l.Choices = nil // default item: store no choices, so that it follows changes of the defaults in the menu
	}
	for _, gone := range b.lost(pc, l, item) {
		m, _ := pc.Offer.Modifier(gone.modifier)
		return Line{}, problem.New(problem.ModifierSoldOut, "modifier", m.Label.In(b.Locale))
	}
	l.Seen = b.seen(item, l.Choices, chosen)
	return l, nil
}

// checkQuantity requires a quantity of at least one. The API checks it too. The check is repeated here, because a negative quantity would
// reduce the price of the whole basket.
func checkQuantity(quantity int) error {
	if quantity < 1 {
		return problem.New(problem.QuantityTooLow, "min", 1)
	}
	return nil
}

// find returns an item of the basket's category.
func (b Basket) find(pc PricingContext, idOrSlug string) (*menu.Item, bool) {
	item, ok := pc.Offer.Item(idOrSlug)
	if !ok || !slices.Contains(item.Menus, category.Of(b.Category).Menu) {
		return nil, false
	}
	return item, true
}

// same reports whether two lines can be merged into one.
func (l Line) same(other Line) bool {
	return l.ItemID == other.ItemID && l.Instructions == other.Instructions && reflect.DeepEqual(l.Choices, other.Choices)
}

// withLines returns the basket with these lines, or the problem of the first limit that they exceed. itemID is the changed item. Upper
// limits apply only when its quantity grew, so that a basket above them can be reduced step by step.
func (b Basket) withLines(pc PricingContext, lines []Line, itemID string, grown bool) (Basket, error) {
	b.Lines = lines
	if limit := pc.Brand.MaxItems; grown && b.Count() > limit {
		return b, problem.New(problem.BasketTooManyItems, "max", limit)
	}
	if len(lines) > maxLines {
		return b, problem.New(problem.BasketTooManyItems, "max", maxLines)
	}
	item, ok := b.find(pc, itemID)
	if !ok {
		return b, nil
	}
	if most := item.MaximumQuantity; grown && most > 0 && b.quantityOf(item.ID) > most {
		return b, problem.New(problem.QuantityTooHigh, "item", item.Label.In(b.Locale), "max", most)
	}
	for _, l := range lines {
		if step := item.QuantityIncrement; l.ItemID == item.ID && step > 1 && l.Quantity%step != 0 {
			return b, problem.New(problem.QuantityIncrement, "item", item.Label.In(b.Locale), "increment", step)
		}
	}
	return b, nil
}

// quantityOf returns the quantity of an item in all lines.
func (b Basket) quantityOf(itemID string) int {
	n := 0
	for _, l := range b.Lines {
		if l.ItemID == itemID {
			n += l.Quantity
		}
	}
	return n
}

// instructions returns a guest's text without control characters and surrounding space.
func instructions(text string) (string, error) {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsControl(r) || r == utf8.RuneError:
			return ' '
		case unicode.Is(unicode.Bidi_Control, r):
			return -1 // it would reverse other text on the ticket
		}
		return r
	}, text))
	if utf8.RuneCountInString(text) > maxInstructions {
		return "", problem.New(problem.InstructionsLong, "max", maxInstructions)
	}
	if guest.HasWebAddress(text) {
		return "", problem.New(problem.WebAddress)
	}
	return text, nil
}
