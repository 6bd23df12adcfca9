// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/forms"
	"ordering/shared/aws/bucket"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("forms")
	t := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now)
	files := bucket.New(f.Setting("FORM_FILES"), os.Getenv, time.Now)
	s := forms.New(t, f.Brand(), guest.Kept(f.Secret("GUEST_SECRET")), customer.Codes(f.Secret("CODES_SECRET")), files, time.Now)
	f.Start(lambdastart.HTTP(api.Handler(s.Operations(), nil)))
}
