// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("cart")
	f.Start(lambdastart.HTTP(api.Handler(cart.New(dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), f.Brand(), guest.Kept(f.Secret("GUEST_SECRET")), time.Now).Operations(), nil)))
}
