// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/cart"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("cart")
	t := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now)
	who := identity.New(t, f.Brand(), f.Setting("SITE_URL"), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(cart.New(t, f.Brand(), guest.Kept(f.Secret("GUEST_SECRET")), time.Now).Operations(), who)))
}
