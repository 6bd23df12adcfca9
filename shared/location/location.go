// Package location holds the restaurants: their address, hours and services, and the search for them.
package location

import (
	"slices"

	"ordering/shared/category"
	"ordering/shared/locale"
	"ordering/shared/money"
)

// Status is whether a restaurant is in business.
type Status string

const (
	StatusOpen       Status = "open"
	StatusComingSoon Status = "coming-soon"
	StatusClosed     Status = "closed"
)

// Address is a street address with coordinates.
type Address struct {
	Street    string  `json:"street"`
	City      string  `json:"city"`
	State     string  `json:"state"` // code: TX, QC; see Region
	Zip       string  `json:"zip"`   // 74105, 74105-1234 or H2X 1Y4
	Country   string  `json:"country"`
	Latitude  float64 `json:"latitude"` // WGS 84 degrees
	Longitude float64 `json:"longitude"`
}

// Point returns the coordinates of the address.
func (a Address) Point() Point { return Point{a.Latitude, a.Longitude} }

// SocialNetwork is a page of the restaurant on a social network.
type SocialNetwork struct {
	Network string `json:"network"`
	URL     string `json:"url"`
}

// Capacity is the kitchen's capacity in one timeslot.
type Capacity struct {
	Minutes int `json:"minutes"` // make-minutes
	Orders  int `json:"orders"`
}

// DatedCapacity replaces the capacity on a range of days, inclusive.
type DatedCapacity struct {
	From     Date     `json:"from"`
	To       Date     `json:"to"`
	Catering bool     `json:"catering,omitempty"` // for the catering kitchen instead of the everyday one
	Capacity Capacity `json:"capacity"`
}

// Location is a restaurant as stored in the table.
type Location struct {
	ID               string          `json:"id"`
	ExternalID       string          `json:"externalId,omitempty"` // opaque id in the restaurant's own system
	Slug             string          `json:"slug"`                 // unique; never changes, so that page URLs stay valid
	Label            string          `json:"label"`
	Subtitle         locale.Text     `json:"subtitle,omitempty"` // a sentence under its name
	Image            string          `json:"image,omitempty"`
	Address          Address         `json:"address"`
	Phone            string          `json:"phone,omitempty"` // E.164
	TimeZone         string          `json:"timeZone"`        // IANA
	Currency         money.Currency  `json:"currency"`
	Status           Status          `json:"status"`
	OnlineOrdering   bool            `json:"onlineOrdering"`
	ByAppointment    bool            `json:"byAppointment,omitempty"`
	Handoffs         []Handoff       `json:"handoffs"`
	Hours            Hours           `json:"hours"`
	SocialNetworks   []SocialNetwork `json:"socialNetworks,omitempty"`
	DeliveryPartner  string          `json:"deliveryPartner,omitempty"` // label of the delivery partner
	DeliveryZone     *DeliveryZone   `json:"deliveryZone,omitempty"`
	TaxRate          string          `json:"taxRate,omitempty"` // combined local rate as a decimal fraction: 0.0825
	LeadMinutes      int             `json:"leadMinutes"`       // from order to ready, before the items' own lead times
	Capacity         Capacity        `json:"capacity"`
	CateringCapacity Capacity        `json:"cateringCapacity"` // zero without catering
	Capacities       []DatedCapacity `json:"capacities,omitempty"`
	// Assumed names the values ("hours", "tax rate") that an import assumed and that are not confirmed. With any, it takes no orders.
	Assumed []string `json:"assumed,omitempty"`
}

// TakesOrders reports whether guests can order online here for any handoff.
func (l Location) TakesOrders() bool {
	return l.OnlineOrdering && len(l.Assumed) == 0
}

// Offers reports whether guests can order online for the handoff.
func (l Location) Offers(h Handoff) bool {
	return l.Status == StatusOpen && l.TakesOrders() && !l.ByAppointment && slices.Contains(l.Handoffs, h) && slices.Contains(ordered, h)
}

// Orderable returns the handoffs that guests can order online here, pickup before curbside.
func (l Location) Orderable() []Handoff {
	return slices.DeleteFunc(slices.Clone(ordered), func(h Handoff) bool { return !l.Offers(h) })
}

// Has reports whether the restaurant has the kitchen.
func (l Location) Has(pool category.Pool) bool {
	return pool == category.Kitchen || l.CateringCapacity.Minutes > 0 && l.CateringCapacity.Orders > 0
}

// CapacityOn returns the capacity of a timeslot of the kitchen on that day.
func (l Location) CapacityOn(day Date, pool category.Pool) Capacity {
	catering := pool == category.CateringKitchen
	for _, c := range slices.Backward(l.Capacities) {
		if c.Catering == catering && !day.Before(c.From) && !c.To.Before(day) {
			return c.Capacity
		}
	}
	if catering {
		return l.CateringCapacity
	}
	return l.Capacity
}
