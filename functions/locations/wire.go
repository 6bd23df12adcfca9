package locations

import (
	"time"

	"ordering/shared/location"
	"ordering/shared/money"
)

// State is a state or province: its code, its name, and its part of a page's address.
type State struct {
	Code  string `json:"code" doc:"Two letters: TX, QC"`
	Label string `json:"label"`
	Slug  string `json:"slug" doc:"The same in every language: texas, quebec"`
}

// Address is a street address with its coordinates in WGS 84 degrees.
type Address struct {
	Address   string  `json:"address" doc:"The street"`
	Line      string  `json:"line" doc:"Full address on one line, in the format of the language"`
	City      string  `json:"city"`
	CitySlug  string  `json:"citySlug"`
	State     State   `json:"state"`
	Zip       string  `json:"zip"`
	Country   string  `json:"country" enum:"US,CA" doc:"ISO 3166-1 alpha-2"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Image is a picture by its address.
type Image struct {
	URL string `json:"url"`
}

// WorkingHours is one line of the week in local wall times HH:MM. Closed before opened means past midnight, and equal times mean 24 hours.
type WorkingHours struct {
	Day    int    `json:"day" doc:"0 is Sunday"`
	Label  string `json:"label" doc:"The weekday in the language of the request"`
	Active bool   `json:"active"`
	Opened string `json:"opened,omitempty"`
	Closed string `json:"closed,omitempty"`
}

// Opening is the restaurant's state at the time of the answer.
type Opening struct {
	State    location.OpeningState `json:"state" enum:"open,closed,by-appointment"`
	ClosesAt time.Time             `json:"closesAt,omitzero" doc:"UTC; closing time, if open and it closes within a week"`
	OpensAt  time.Time             `json:"opensAt,omitzero" doc:"UTC; next opening, if it closes and opens again within a week"`
}

// Handoff is a way to get an order, by the id of the specification.
type Handoff struct {
	ID   int    `json:"id" enum:"1,2,3,4,6" doc:"dine-in 1, pickup 2, delivery 3, curbside 4, drive-through 6"`
	Name string `json:"name" enum:"dine-in,pickup,delivery,curbside,drive-through"`
	// Next is shown on a restaurant's page before there is an order.
	Next time.Time `json:"next,omitzero" doc:"UTC; earliest time that can be ordered now with this handoff"`
}

// Location is a restaurant.
type Location struct {
	ID              string                   `json:"id"`
	ExternalID      string                   `json:"externalId,omitempty" doc:"Opaque id in the restaurant's own system"`
	Slug            string                   `json:"slug"`
	Label           string                   `json:"label"`
	Subtitle        string                   `json:"subtitle,omitempty" doc:"A sentence under its name"`
	Status          string                   `json:"status" enum:"open,coming-soon,closed"`
	Image           *Image                   `json:"image,omitempty"`
	Address         Address                  `json:"address"`
	Phone           string                   `json:"phone,omitempty" doc:"E.164"`
	TimeZone        string                   `json:"timeZone" doc:"IANA"`
	Currency        money.Currency           `json:"currency" enum:"usd,cad"`
	WorkingHours    []WorkingHours           `json:"workingHours" doc:"Sunday first"`
	Opening         Opening                  `json:"opening"`
	OnlineOrdering  bool                     `json:"onlineOrdering"`
	ByAppointment   bool                     `json:"byAppointment"`
	Handoffs        []Handoff                `json:"handoffs" doc:"Handoffs for online orders; empty without online orders"`
	SocialNetworks  []location.SocialNetwork `json:"socialNetworks"`
	DeliveryPartner string                   `json:"deliveryPartner,omitempty" doc:"Label of the delivery partner"`
	DistanceMeters  *int                     `json:"distanceMeters,omitempty" doc:"Distance from the searched place"`
}

// LocationDetails is a restaurant with everything on its page.
type LocationDetails struct {
	Location
	Calendars    []Calendar     `json:"calendars" doc:"Handoffs with their own hours; the others have workingHours"`
	SpecialHours []SpecialHours `json:"specialHours" doc:"Days among the next 60 with other hours than the week, in order"`
}

// Calendar is the week of one handoff.
type Calendar struct {
	Handoff      Handoff        `json:"handoff"`
	WorkingHours []WorkingHours `json:"workingHours" doc:"Sunday first"`
}

// SpecialHours is a run of days, both ends included, with different hours: a holiday, an event.
type SpecialHours struct {
	From    string   `json:"from" doc:"YYYY-MM-DD in the restaurant's zone"`
	To      string   `json:"to"`
	Handoff *Handoff `json:"handoff,omitempty" doc:"Absent: the restaurant's own hours, and handoffs without their own"`
	Active  bool     `json:"active" doc:"False if closed"`
	Hours   []Hours  `json:"hours"`
}

// Hours is one opening: local wall times HH:MM, as in WorkingHours.
type Hours struct {
	Opened string `json:"opened"`
	Closed string `json:"closed"`
}

// Place is the place that a search was resolved to.
type Place struct {
	Label     string  `json:"label"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	Region    bool    `json:"region,omitempty" doc:"A whole state or province: the restaurants are in it, not near it"`

	UnknownStreet string `json:"unknownStreet,omitempty" doc:"The searched street, if only its town, ZIP or postal code was found"`
}
