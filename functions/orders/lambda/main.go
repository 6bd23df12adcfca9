// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/orders"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

func main() {
	f := lambdastart.New("orders")
	pay := stripe.New(stripe.Live, f.Secret("STRIPE_SECRET_KEY")).Returning(f.Setting("SITE_URL"))
	secrets := webhook.Kept(f.Secret("KITCHEN_SECRETS"))
	t := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now)
	who := identity.New(t, f.Brand(), f.Setting("SITE_URL"), time.Now)
	o := orders.New(t, f.Brand(), pay, secrets, guest.Kept(f.Secret("GUEST_SECRET")), f.Setting("SITE_URL"), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(o.Operations(), who)))
}
