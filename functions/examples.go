package functions

// descriptions of parameters without a doc tag, by name.
var descriptions = map[string]string{
	"locationId":      "Id of a restaurant",
	"slug":            "Slug of a restaurant",
	"orderId":         "Token of the basket. It grants access to the basket",
	"orderToken":      "Token of the order. It grants access to the order",
	"lineId":          "Id of the line in the basket",
	"latitude":        "Latitude of the point to search near; 0, 0 means no point",
	"longitude":       "Longitude of the point to search near",
	"handoff":         "pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6",
	"category":        "Category of the menu",
	"country":         "Only restaurants of this country",
	"limit":           "Maximum number of results",
	"cursor":          "The cursor of the previous page",
	"Idempotency-Key": "A new random key for each intention of the guest; every retry repeats it",
	"If-None-Match":   "ETag of the previous answer",
}

// values are example values, from the demo brand. A key is an operation with its parameter, a schema with its member, the name of a
// parameter, a member or a schema, or a placeholder of a problem's message.
var values = map[string]any{
	"locationId": "bdb-1010", "slug": "blue-dome-tulsa", "item": "the-big-deal", "itemId": "the-big-deal", "items": []any{"the-big-deal"}, "section": "burgers",
	"orderId": "k5tq7mzx2vhr4wya3pdnc6jbes", "orderToken": "w2xq6ndt4kzj7csvb3hyramp5e", "statusId": "w2xq6ndt4kzj7csvb3hyramp5e", "lineId": "1",
	"start-basket.from": "k5tq7mzx2vhr4wya3pdnc6jbes", "id": "bdb-1010", "externalId": "1010", "number": "4127", "label": "The Big Deal",
	"If-Match": `"1"`, "If-None-Match": `"1"`, "Idempotency-Key": "0f8fad5bd9cb469fa16570867728950e", "Accept-Language": "en",
	"X-Kitchen-Signature": "t=1795201200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
	"Stripe-Signature":    "t=1795201200,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
	// An event about something that has no effect.
	"StripeEvent": map[string]any{"id": "evt_1NG8Du2eZvKYlo2CUI79vXWy", "type": "charge.succeeded", "created": 1795201200,
		"data": map[string]any{"object": map[string]any{"id": "ch_1", "object": "charge"}}},
	"list-locations.q": "Tulsa, OK", "list-boss-locations.q": "Tulsa, OK", "suggest-places.q": "Tul", "latitude": 36.114, "longitude": -95.975, "state": "OK", "city": "tulsa", "citySlug": "tulsa", "country": "US",
	"handoff": 2, "open": "now", "filter": "onlineOrdering[eq]true", "check-holiday.filter": "location.id[eq]bdb-1010", "cursor": "0", "date": "2026-11-21", "at": "2026-11-21T19:00:00Z",
	"get-image.url": "/pictures/hero.jpg", "get-image.w": "640", "get-image.q": "75", "locale": "en", "brandId": "3", "countryalpha2": "US",
	"query": "{ brand { title } }", "query-orders-body.query": "{ me { firstName } }", "operationName": nil, "variables": map[string]any{},
	"firstName": "Dolores", "lastName": "Whitaker", "email": "dolores@example.com", "phone": "(918) 555-0141",
	"cardholder": "Dolores Whitaker", "address": "3410 S Peoria Ave", "Billing.state": "OK", "zip": "74105", "paymentMethod": "pm_card_visa", "lastFour": "4242",
	"make": "Ford", "model": "Maverick", "colour": "Blue", "timeZone": "America/Chicago", "instructions": "No napkins, please", "quantity": 1,
	"choices": []any{map[string]any{"group": "bun", "modifier": "bun-brioche", "quantity": 1}}, "group": "bun", "modifier": "bun-brioche", "rate": "8.517", "minor": 1084, "opened": "11:00", "closed": "22:00",
	"type": "order.placed", "reason": "Out of charcoal", "order": "w2xq6ndt4kzj7csvb3hyramp5e",
	// Each form takes some of the members.
	"Form.subject": "other", "message": "The fries were hot.", "visited": "2026-11-18", "orderNumber": "4127", "rating": 5,
	"layers": []any{map[string]any{"itemId": "the-big-deal", "part": "item", "verdict": "good"}},
	"photos": []any{"k5tq7mzx2vhr4wya3pdnc6jbes.jpg"},
	"resume": "w2xq6ndt4kzj7csvb3hyramp5e.pdf", "guests": 40, "birthDate": "1988-05-17", "region": "OK", "regions": []any{"OK", "TX"},
	"countries": []any{"US", "CA"}, "minAge": 18, "closes": "2028-01-01T06:00:00Z", "request": "know", "agent": "Lee Ortiz",
	"starts": "2026-12-01", "availability": []any{"mon-morning", "sat-night"}, "agreed": true, "website": "",
	"Form.token": "AAABmrTeiAAa3oV0pqKyZ0vHq1Jm9wXs", "TokenOutputBody.token": "AAABmrTeiAAa3oV0pqKyZ0vHq1Jm9wXs", "wait": 3,
	"reward":               "free-shake",
	"CouponInputBody.code": "BIGDEAL", "DealCoupon.code": "BIGDEAL", "VerifyInputBody.code": "402917", "reference": "R7K2-M9QX", "case": "k5tq7mzx2vhr4wya3pdnc6jbes",
	"acknowledgeBy": "2026-12-07", "answerBy": "2027-01-07",
	// A tip of the kind percent has no amount.
	"Tip": map[string]any{"kind": "percent", "percent": 15},
	// A hold has a start, or asap for the earliest time.
	"HoldInputBody": map[string]any{"asap": true},

	"[allowed]": "property[operator]value", "[part]": "size[eq]9", "[from]": "completed", "[to]": "accepted", "[group]": "Bun", "[item]": "The Big Deal", "[modifier]": "Brioche",
	"[max]": 12, "[min]": 2, "[increment]": 6, "[maximum]": "$50.00", "[minimum]": "$10.00", "[missing]": "$2.50", "[minutes]": 10, "[place]": "Atlantis", "[reason]": "it is too deep",
	"[widths]": "8, 16, 32", "[age]": 18, "[seconds]": 3,
}
