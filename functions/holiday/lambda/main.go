// Command lambda runs the function on AWS Lambda.
package main

import (
	"os"
	"time"

	"ordering/functions/api"
	"ordering/functions/holiday"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("holiday")
	h := holiday.New(dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now), f.Brand(), time.Now)
	f.Start(lambdastart.HTTP(api.Handler(h.Operations(), nil)), lambdastart.Jobs(h.Jobs()))
}
