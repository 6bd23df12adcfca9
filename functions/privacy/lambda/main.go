// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/privacy"
	"ordering/shared/aws/bucket"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/guest"
	"ordering/shared/order"
	"ordering/shared/person"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
)

func main() {
	f := lambdastart.New("privacy")
	t := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now)
	p := privacy.New(f.Brand(), &person.Records{
		Table: t, Guests: guest.Kept(f.Secret("GUEST_SECRET")), Files: bucket.New(f.Setting("FORM_FILES"), os.Getenv, time.Now), Now: time.Now,
		Holders: []order.Holder{
			order.HeldByKitchen(t, time.Now), order.HeldBy(stripe.New(stripe.Live, f.Secret("STRIPE_SECRET_KEY")), order.KindCharge),
		},
	})
	who := identity.New(t, f.Brand(), f.Setting("SITE_URL"), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(p.Operations(), who)), lambdastart.Jobs(p.Jobs()))
}
