// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/payment"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

func main() {
	f := lambdastart.New("payment")
	pay := stripe.New(stripe.Live, f.Secret("STRIPE_SECRET_KEY")).Returning(f.Setting("SITE_URL"))
	card := payment.Method{Provider: "stripe", Field: stripe.CardPath, PublishableKey: f.Setting("STRIPE_PUBLISHABLE_KEY")}
	hooks, guests := webhook.Kept(f.Secret("STRIPE_WEBHOOK_SECRET")), guest.Kept(f.Secret("GUEST_SECRET"))
	t := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now)
	who := identity.New(t, f.Brand(), f.Setting("SITE_URL"), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(payment.New(t, f.Brand(), pay, card, hooks, guests, time.Now).Operations(), who)))
}
