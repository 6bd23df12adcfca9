// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"

	"ordering/functions/api"
	"ordering/functions/orders"
	"ordering/shared/brand"
	"ordering/shared/lambdahttp"
	"ordering/shared/stripe"
	"ordering/shared/table/dynamo"
	"ordering/shared/webhook"
)

func main() {
	t := dynamo.New(dynamo.NewClient(os.Getenv), os.Getenv("TABLE"), time.Now)
	pay := stripe.New("https://api.stripe.com", os.Getenv("STRIPE_SECRET_KEY"))
	secrets := webhook.Parse(os.Getenv("KITCHEN_SECRETS"))
	lambda.Start(lambdahttp.Handler(api.Handler(orders.New(t, brand.BigDeal, pay, secrets, os.Getenv("SITE_URL"), time.Now).Operations())))
}
