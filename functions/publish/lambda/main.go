// Command lambda runs the function on AWS Lambda, called by the stream of the table.
package main

import (
	"os"
	"time"

	"ordering/functions/publish"
	"ordering/functions/publish/eventbridge"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/loyalty/earning"
	"ordering/shared/table/dynamo"
)

func main() {
	f := lambdastart.New("publish")
	t := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now)
	bus := eventbridge.New(f.Setting("EVENT_BUS"), os.Getenv, time.Now)
	f.Start(lambdastart.Stream(publish.Stream(t, earning.New(t, f.Brand(), time.Now), bus)))
}
