// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/orders"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

func main() {
	f := lambdastart.New("orders")
	pay := stripe.New(stripe.Live, f.Secret("STRIPE_SECRET_KEY")).Returning(f.Setting("SITE_URL"))
	secrets := webhook.Kept(f.Secret("KITCHEN_SECRETS"))
	f.Start(lambdastart.HTTP(api.Handler(orders.New(dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), f.Brand(), pay, secrets, f.Setting("SITE_URL"), time.Now).Operations(), nil)))
}
