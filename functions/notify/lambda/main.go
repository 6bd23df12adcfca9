// Command lambda runs the function on AWS Lambda, called by the stream of the table and a schedule.
package main

import (
	"math/rand/v2"
	"os"
	"time"

	"ordering/functions/notify"
	"ordering/functions/notify/ses"
	"ordering/shared/aws/lambdastart"
	"ordering/shared/outbox"
	"ordering/shared/table/dynamo"
	"ordering/shared/webhook"
)

func main() {
	f := lambdastart.New("notify")
	t := dynamo.Named(f.Setting("TABLE"), os.Getenv, time.Now)
	kitchen := notify.Kitchen{System: webhook.Kitchen(f.Setting("KITCHEN_URL"), webhook.Kept(f.Secret("KITCHEN_SECRETS"))), Now: time.Now}
	desk := webhook.Desk(os.Getenv("DESK_URL"), webhook.Kept(f.Secret("DESK_SECRETS")))
	n := notify.New(t, f.Brand(), ses.New(os.Getenv), kitchen, f.Setting("SITE_URL")).
		WithCodes(f.Secret("CODES_SECRET")).WithDesk(desk, time.Now)
	stream := outbox.NewDrainer(t, time.Now, rand.Float64, n.Handlers())
	sweep := outbox.NewDrainer(t, time.Now, rand.Float64, n.WaitWhenBusy().Handlers())
	f.Start(lambdastart.Stream(notify.Stream(t, stream)), lambdastart.Jobs(notify.Jobs(sweep)))
}
