package functions

import (
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"ordering/shared/category"
)

// lead is a call that can follow an answer: the operation, its parameters and its body, as values or OpenAPI runtime expressions.
type lead struct {
	to         string
	parameters map[string]any
	body       map[string]any
}

// leads returns the calls that can follow an answer, by the kind of the answer (see about).
func leads() map[string][]lead {
	const (
		version = "$response.header.ETag"
		basket  = "$response.body#/orderId"
		line    = "$response.body#/lines/0/id"
		token   = "$response.body#/orderToken"
	)
	type in = map[string]any
	key := values["Idempotency-Key"]
	here := in{"path.locationId": "$response.body#/id"}
	first := in{"path.locationId": "$response.body#/locations/0/id"}
	dish := in{"path.locationId": "$request.path.locationId", "path.item": "$response.body#/items/0/id"}
	contact := in{"firstName": values["firstName"], "lastName": values["lastName"], "email": values["email"], "phone": values["phone"]}
	billing := in{"cardholder": values["cardholder"], "address": values["address"], "city": "Tulsa", "state": "OK", "zip": values["zip"]}
	begun := func(location any) map[string]any {
		return in{"locationId": location, "handoff": 2, "category": category.Everyday, "line": in{"itemId": values["itemId"], "quantity": 1}}
	}
	locationCalls := []string{"get-location", "get-menus", "list-sections", "list-items", "get-availability", "list-cross-sell-items", "get-delivery-radius"}
	all := map[string][]lead{
		"restaurants": {
			{"get-location-by-slug", in{"path.slug": "$response.body#/locations/0/slug"}, nil},
			{"check-holiday", in{"query.filter": "location.id[eq]{$response.body#/locations/0/id}"}, nil},
			{"start-basket", nil, begun("$response.body#/locations/0/id")},
		},
		"restaurant": {
			{"check-holiday", in{"query.filter": "location.id[eq]{$response.body#/id}"}, nil},
			{"start-basket", nil, begun("$response.body#/id")},
		},
		"items":   {{"get-item-details", dish, nil}, {"list-upsell-items", dish, nil}},
		"regions": {{"list-cities", in{"query.state": "$response.body#/regions/0/slug"}, nil}},
		"basket": {
			{"get-basket", in{"path.orderId": basket}, nil},
			{"update-basket", in{"path.orderId": basket, "header.If-Match": version}, in{"cutlery": true}},
			{"add-line", in{"header.If-Match": version}, in{"orderId": basket, "itemId": values["itemId"], "quantity": 1}},
			{"change-line", in{"path.lineId": line, "header.If-Match": version}, in{"orderId": basket, "quantity": 2}},
			{"remove-line", in{"path.lineId": line, "query.orderId": basket, "header.If-Match": version}, nil},
			{"apply-coupon", in{"header.If-Match": version}, in{"orderId": basket, "code": values["CouponInputBody.code"]}},
			{"remove-coupon", in{"header.If-Match": version}, in{"orderId": basket, "code": values["CouponInputBody.code"]}},
			{"apply-reward", in{"header.If-Match": version}, in{"orderId": basket, "reward": values["reward"]}},
			{"remove-reward", in{"header.If-Match": version}, in{"orderId": basket, "reward": values["reward"]}},
			{"list-timeslots", in{"path.orderId": basket}, nil},
			{"hold-timeslot", in{"path.orderId": basket, "header.If-Match": version}, in{"asap": true}},
			{"release-timeslot", in{"path.orderId": basket, "header.If-Match": version}, nil},
			{"list-payment-methods", in{"path.orderId": basket}, nil},
		},
		"held": {
			{"pay-by-card", in{"path.orderId": basket, "header.If-Match": version, "header.Idempotency-Key": key},
				in{"contact": contact, "billing": billing, "paymentMethod": values["paymentMethod"], "total": "$response.body#/totals/total"}},
			{"pay-nothing", in{"path.orderId": basket, "header.If-Match": version, "header.Idempotency-Key": key}, in{"contact": contact}},
		},
		"order": {
			{"get-order", in{"path.orderToken": token}, nil},
			{"get-order-status", in{"path.statusId": token}, nil},
			{"get-order-event", in{"path.orderToken": token}, nil},
			{"arrive", in{"path.orderToken": token}, in{
				"vehicle": in{"make": values["make"], "model": values["model"], "colour": values["colour"]},
			}},
			{"reorder", in{"path.orderToken": token, "header.Idempotency-Key": key}, nil},
			{"confirm-authentication", in{"path.orderToken": token, "header.Idempotency-Key": key}, nil},
			{"cancel-order", in{"path.orderToken": token, "header.Idempotency-Key": key}, nil},
		},
	}
	all["form-token"] = []lead{{"send-feedback", in{"header.Idempotency-Key": key}, in{
		"firstName": values["firstName"], "lastName": values["lastName"], "email": values["email"],
		"subject": "praise", "message": values["message"], "token": "$response.body#/token",
	}}}
	all["privacy"] = []lead{
		{"verify-privacy", in{"path.case": "$response.body#/case"}, in{"code": values["VerifyInputBody.code"]}},
		{"send-privacy-code", in{"path.case": "$response.body#/case"}, nil},
	}
	all["held"] = append(all["held"], all["basket"]...)
	for _, to := range locationCalls {
		all["restaurants"] = append(all["restaurants"], lead{to, first, nil})
		if to != "get-location" {
			all["restaurant"] = append(all["restaurant"], lead{to, here, nil})
		}
	}
	return all
}

// about is the kind of an operation's answer: a key of leads.
var about = map[string]string{
	"list-locations": "restaurants", "list-all-locations": "restaurants", "list-boss-locations": "restaurants",
	"get-location": "restaurant", "get-location-by-slug": "restaurant", "list-items": "items", "list-states": "regions", "list-boss-states": "regions",
	"start-basket": "basket", "reorder": "basket", "get-basket": "basket", "update-basket": "basket", "add-line": "basket", "change-line": "basket", "remove-line": "basket",
	"apply-coupon": "basket", "remove-coupon": "basket", "apply-reward": "basket", "remove-reward": "basket",
	"hold-timeslot": "held", "release-timeslot": "basket",
	"get-form-token": "form-token", "ask-privacy": "privacy",
	"pay-by-card": "order", "pay-nothing": "order", "confirm-authentication": "order", "get-order": "order", "cancel-order": "order",
}

// links returns the links of an operation's answer, and adds each to the components.
func (d document) links(operation string) map[string]*huma.Link {
	links := map[string]*huma.Link{}
	of := about[operation]
	for _, l := range leads()[of] {
		name := of + "-" + l.to
		link := &huma.Link{OperationID: l.to, Parameters: l.parameters, Description: strings.Join(slices.Sorted(maps.Keys(l.parameters)), ", ")}
		if l.body != nil {
			link.RequestBody = l.body
		}
		d.Components.Links[name] = link
		links[l.to] = &huma.Link{Ref: "#/components/links/" + name}
	}
	if len(links) == 0 {
		return nil
	}
	return links
}
