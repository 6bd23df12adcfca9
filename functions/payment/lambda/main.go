// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/payment"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
)

func main() {
	f := lambdastart.New("payment")
	pay := stripe.New(stripe.Live, f.Secret("STRIPE_SECRET_KEY")).Returning(f.Setting("SITE_URL"))
	card := payment.Method{Provider: "stripe", Field: stripe.CardPath, PublishableKey: f.Setting("STRIPE_PUBLISHABLE_KEY")}
	f.Start(lambdastart.HTTP(api.Handler(payment.New(dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), f.Brand(), pay, card, guest.Kept(f.Secret("GUEST_SECRET")), time.Now).Operations(), nil)))
}
