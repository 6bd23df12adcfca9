package locations

import (
	"time"

	"ordering/shared/filter"
	"ordering/shared/location"
)

// filterable returns the properties for filters of restaurants, by the names of Location on the wire.
func filterable(now time.Time) filter.Properties[*location.Location] {
	type l = *location.Location
	return filter.Properties[l]{
		"id":                 filter.Text(func(r l) string { return r.ID }),
		"externalId":         filter.Text(func(r l) string { return r.ExternalID }),
		"slug":               filter.Text(func(r l) string { return r.Slug }),
		"status":             filter.Text(func(r l) string { return string(r.Status) }),
		"label":              filter.Text(func(r l) string { return r.Label }),
		"phone":              filter.Text(func(r l) string { return r.Phone }),
		"timeZone":           filter.Text(func(r l) string { return r.TimeZone }),
		"currency":           filter.Text(func(r l) string { return string(r.Currency) }),
		"deliveryPartner":    filter.Text(func(r l) string { return r.DeliveryPartner }),
		"address.address":    filter.Text(func(r l) string { return r.Address.Street }),
		"address.city":       filter.Text(func(r l) string { return r.Address.City }),
		"address.zip":        filter.Text(func(r l) string { return r.Address.Zip }),
		"address.country":    filter.Text(func(r l) string { return r.Address.Country }),
		"address.latitude":   filter.Number(func(r l) float64 { return r.Address.Latitude }),
		"address.longitude":  filter.Number(func(r l) float64 { return r.Address.Longitude }),
		"address.state.code": filter.Text(func(r l) string { return r.Address.State }),
		"onlineOrdering":     filter.Bool(func(r l) bool { return r.TakesOrders() }),
		"byAppointment":      filter.Bool(func(r l) bool { return r.ByAppointment }),
		"handoffs.id": filter.Numbers(func(r l) (ids []float64) {
			for _, h := range r.Orderable() {
				ids = append(ids, float64(h))
			}
			return ids
		}),
		"socialNetworks.network": filter.Texts(func(r l) (networks []string) {
			for _, n := range r.SocialNetworks {
				networks = append(networks, n.Network)
			}
			return networks
		}),
		"opening.state":    filter.Text(func(r l) string { return string(r.Opening(now).State) }),
		"opening.closesAt": filter.Time(func(r l) time.Time { return r.Opening(now).ClosesAt }),
		"opening.opensAt":  filter.Time(func(r l) time.Time { return r.Opening(now).OpensAt }),
	}
}
