// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/profile"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("profile")
	t, b := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), f.Brand()
	who := identity.New(t, b, f.Setting("SITE_URL"), time.Now)
	s := profile.New(t, b, guest.Kept(f.Secret("GUEST_SECRET")), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(s.Operations(), who)))
}
