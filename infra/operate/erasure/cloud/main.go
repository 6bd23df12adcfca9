// Command cloud handles a guest's erasure request for the DynamoDB table that TABLE names, with AWS_REGION and AWS_ACCESS_KEY_ID, … of
// the environment. It also needs the functions' settings GUEST_SECRET, STRIPE_SECRET_KEY, KITCHEN_SECRETS and KITCHEN_URL. It erases no
// mails: SES sends them and keeps no copy.
package main

import (
	"context"
	"io"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/erasure"
	"ordering/shared/guest"
	"ordering/shared/secret"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

func main() { operate.Main(run) }

func run(ctx context.Context, getenv func(string) string, args []string, in io.Reader, out io.Writer) error {
	if err := operate.RequireEnv(getenv, "TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID", "GUEST_SECRET", "STRIPE_SECRET_KEY", "KITCHEN_SECRETS", "KITCHEN_URL"); err != nil {
		return err
	}
	signed, err := webhook.Parse(getenv("KITCHEN_SECRETS"))
	if err != nil {
		return err
	}
	operate.PrintTable(out, getenv)
	return erasure.Run(ctx, erasure.Stores{
		Table: dynamo.New(dynamo.NewClient(getenv), getenv("TABLE"), time.Now), Guests: guest.Secret(getenv("GUEST_SECRET")),
		Kitchen: webhook.Kitchen(getenv("KITCHEN_URL"), signed), Payments: stripe.New(stripe.Live, secret.Fixed(getenv("STRIPE_SECRET_KEY"))),
	}, "npm run erase --", args, in, out)
}
