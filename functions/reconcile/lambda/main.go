// Command lambda runs the function on AWS Lambda, called by a schedule.
package main

import (
	"os"
	"time"

	"ordering/functions/reconcile"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/order"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
)

func main() {
	f := lambdastart.New("reconcile")
	pay := stripe.New(stripe.Live, f.Secret("STRIPE_SECRET_KEY")).Returning(f.Setting("SITE_URL"))
	f.Start(lambdastart.Jobs(reconcile.Jobs(order.NewService(dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), pay, time.Now), pay)))
}
