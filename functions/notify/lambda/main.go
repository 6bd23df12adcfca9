// Command lambda is the function as AWS Lambda starts it, fed by the stream of the table.
package main

import (
	"math/rand/v2"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"

	"ordering/functions/notify"
	"ordering/functions/notify/ses"
	"ordering/shared/brand"
	"ordering/shared/outbox"
	"ordering/shared/table/dynamo"
	"ordering/shared/webhook"
)

func main() {
	t := dynamo.New(dynamo.NewClient(os.Getenv), os.Getenv("TABLE"), time.Now)
	kitchen := notify.Kitchen{URL: os.Getenv("KITCHEN_URL"), Secrets: webhook.Parse(os.Getenv("KITCHEN_SECRETS")), Now: time.Now}
	n := notify.New(t, brand.BigDeal, ses.New(os.Getenv, time.Now), kitchen, os.Getenv("SITE_URL"))
	lambda.Start(notify.Stream(t, outbox.NewDrainer(t, time.Now, rand.Float64, n.Handlers())))
}
