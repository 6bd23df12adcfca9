// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"

	"ordering/functions/api"
	"ordering/functions/payment"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/lambdahttp"
	"ordering/shared/stripe"
	"ordering/shared/table/dynamo"
)

func main() {
	t := dynamo.New(dynamo.NewClient(os.Getenv), os.Getenv("TABLE"), time.Now)
	pay := stripe.New("https://api.stripe.com", os.Getenv("STRIPE_SECRET_KEY"))
	card := payment.Method{Provider: "stripe", Field: "https://js.stripe.com/v3/", PublishableKey: os.Getenv("STRIPE_PUBLISHABLE_KEY")}
	lambda.Start(lambdahttp.Handler(api.Handler(payment.New(t, brand.BigDeal, pay, card, guest.Secret(os.Getenv("GUEST_SECRET")), time.Now).Operations())))
}
