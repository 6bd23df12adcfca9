// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/api/identity"
	"ordering/functions/auth"
	"ordering/functions/auth/social"
	"ordering/shared/aws/assertion"
	"ordering/shared/aws/hashing"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/customer/common"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("auth")
	t := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now)
	secrets := auth.Secrets{Session: f.Secret("SESSION_SECRET"), Codes: f.Secret("CODES_SECRET"), Guests: guest.Kept(f.Secret("GUEST_SECRET"))}
	stack := f.Setting("SERVICE")
	hasher := hashing.Remote(stack+"-password", os.Getenv, time.Now)
	providers, err := social.Parse(f.Setting("SOCIAL"))
	if err != nil {
		panic(err) // the stack has checked the setting
	}
	a := auth.New(t, f.Brand(), secrets, hasher, common.Password, time.Now, f.Setting("SITE_URL")).
		WithPasskeys(assertion.Remote(stack+"-passkey", os.Getenv, time.Now)).
		WithProviders(social.New(providers, f.Secret("SOCIAL_SECRETS"), time.Now))
	who := identity.New(t, f.Brand(), f.Setting("SITE_URL"), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(a.Operations(), who)), lambdastart.Jobs(a.Jobs()))
}
