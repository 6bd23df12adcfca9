// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/locations"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("locations")
	f.Start(lambdastart.HTTP(api.Handler(locations.New(dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), f.Brand(), time.Now).Operations(), nil)))
}
