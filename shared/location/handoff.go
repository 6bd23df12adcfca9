package location

import (
	"fmt"
	"slices"
)

// Handoff is how a guest gets an order, by the ids of the specification (§3). Id 5 is courier dispatch, which is not offered.
type Handoff int

const (
	DineIn       Handoff = 1
	Pickup       Handoff = 2
	Delivery     Handoff = 3
	Curbside     Handoff = 4
	DriveThrough Handoff = 6
)

// AllHandoffs lists every handoff in the order of the ids.
var AllHandoffs = []Handoff{DineIn, Pickup, Delivery, Curbside, DriveThrough}

// ordered are the handoffs that guests order on our site. Delivery partners, for example, take their own orders.
var ordered = []Handoff{Pickup, Curbside}

// String returns the wire name: dine-in, pickup, delivery, curbside or drive-through.
func (h Handoff) String() string {
	switch h {
	case DineIn:
		return "dine-in"
	case Pickup:
		return "pickup"
	case Delivery:
		return "delivery"
	case Curbside:
		return "curbside"
	case DriveThrough:
		return "drive-through"
	}
	return fmt.Sprintf("handoff-%d", int(h))
}

// ParseHandoff returns the handoff with a wire name.
func ParseHandoff(name string) (Handoff, bool) {
	i := slices.IndexFunc(AllHandoffs, func(h Handoff) bool { return h.String() == name })
	if i < 0 {
		return 0, false
	}
	return AllHandoffs[i], true
}
