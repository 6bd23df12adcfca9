// Command lambda is the function as AWS Lambda starts it.
package main

import (
	"time"

	"ordering/functions/api"
	"ordering/functions/cart"
	"ordering/shared/cloud"
	"ordering/shared/guest"
)

func main() {
	f := cloud.New("cart")
	f.Start(cloud.HTTP(api.Handler(cart.New(f.Table(), f.Brand(), guest.Kept(f.Secret("GUEST_SECRET")), time.Now).Operations())))
}
