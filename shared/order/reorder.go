package order

import (
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"

	"ordering/shared/basket"
	"ordering/shared/locale"
	"ordering/shared/problem"
)

// Reorder makes a new basket from the order at the same restaurant, with the current menu, for the order's handoff or, if that is no
// longer offered, another one. Each line keeps what the guest saw then, so that basket.Assess reports changed prices and unavailable
// items. The guest chooses time and tip again.
//
// The basket's id is derived from the order's token and the key of the request: the same request makes the same basket, and the id
// cannot be guessed without both. problem.OrderNotFound for an order that was never placed, problem.NoOnlineOrders,
// problem.CategoryNotOffered, problem.CurrencyMixed when the restaurant now sells in another currency.
func (o Order) Reorder(pc basket.PricingContext, key string, l locale.Locale) (basket.Basket, error) {
	if !o.Status.Placed() {
		return basket.Basket{}, problem.New(problem.OrderNotFound)
	}
	handoff := o.Handoff
	if ways := pc.Location.Orderable(); !pc.Location.Offers(handoff) && len(ways) > 0 {
		handoff = ways[0]
	}
	if err := pc.Sells(handoff, o.Category); err != nil {
		return basket.Basket{}, err
	}
	if o.Total.Currency != pc.Location.Currency {
		return basket.Basket{}, problem.New(problem.CurrencyMixed)
	}
	b := basket.New(pc.Location, handoff, o.Category, l)
	b.ID, b.From = againID(o.Token, key), o.Basket
	b.Instructions, b.Cutlery = o.Instructions, o.Cutlery && pc.Brand.CutleryKit
	for _, was := range o.Lines {
		b.Lines = append(b.Lines, basket.Line{
			ID: strconv.Itoa(b.NextLine), ItemID: was.ItemID, Quantity: was.Quantity, Choices: was.Choices, Instructions: was.Instructions, Seen: was.Seen,
		})
		b.NextLine++
	}
	return b, nil
}

// againID is as long as a random token: 130 bits.
func againID(token, key string) string {
	sum := sha256.Sum256([]byte("again/" + token + "/" + key))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:26]
}
