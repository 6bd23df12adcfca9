// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/shared/cloud"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
)

func main() {
	f := cloud.New("cart")
	f.Start(cloud.HTTP(api.Handler(cart.New(dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), f.Brand(), guest.Kept(f.Secret("GUEST_SECRET")), time.Now).Operations())))
}
