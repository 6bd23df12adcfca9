// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"

	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/lambdahttp"
	"ordering/shared/table/dynamo"
)

func main() {
	t := dynamo.New(dynamo.NewClient(os.Getenv), os.Getenv("TABLE"), time.Now)
	lambda.Start(lambdahttp.Handler(api.Handler(cart.New(t, brand.BigDeal, guest.Secret(os.Getenv("GUEST_SECRET")), time.Now).Operations())))
}
