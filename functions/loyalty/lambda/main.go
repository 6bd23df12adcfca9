// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/loyalty"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/guest"
	"ordering/shared/loyalty/earning"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("loyalty")
	t, b := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), f.Brand()
	l := loyalty.New(t, b, guest.Kept(f.Secret("GUEST_SECRET")), time.Now)
	who := identity.New(t, b, f.Setting("SITE_URL"), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(l.Operations(), who)), lambdastart.Jobs(loyalty.Jobs(earning.New(t, b, time.Now))))
}
