// Command cloud answers a guest's erasure request for the table of DynamoDB that TABLE names, as the environment's AWS_REGION and
// AWS_ACCESS_KEY_ID, … say. Besides these it wants what the functions have: GUEST_SECRET, STRIPE_SECRET_KEY, KITCHEN_SECRETS and
// KITCHEN_URL. Mails are not kept there: SES sends them and forgets.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"ordering/functions/notify"
	"ordering/infra/erasure"
	"ordering/shared/guest"
	"ordering/shared/order"
	"ordering/shared/secret"
	"ordering/shared/stripe"
	"ordering/shared/table/dynamo"
	"ordering/shared/webhook"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Getenv, os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "\n"+err.Error()+"\n")
		os.Exit(1)
	}
}

func run(ctx context.Context, getenv func(string) string, args []string, in io.Reader, out io.Writer) error {
	var missing []string
	for _, name := range []string{"TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID", "GUEST_SECRET", "STRIPE_SECRET_KEY", "KITCHEN_SECRETS", "KITCHEN_URL"} {
		if getenv(name) == "" {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("the environment lacks %s: docs/runbook.md says where they come from. Nothing was changed", strings.Join(missing, ", "))
	}
	signed, err := webhook.Parse(getenv("KITCHEN_SECRETS"))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "The table %s of DynamoDB in %s\n", getenv("TABLE"), getenv("AWS_REGION"))
	email, err := erasure.Ask(args, in, out)
	if err != nil {
		return err
	}
	report := erasure.Report{Out: out}
	err = order.NewEraser(
		dynamo.New(dynamo.NewClient(getenv), getenv("TABLE"), time.Now), guest.Secret(getenv("GUEST_SECRET")), time.Now,
		notify.Kitchen{URL: getenv("KITCHEN_URL"), Secrets: signed, Now: time.Now},
		stripe.New(stripe.Live, secret.Fixed(getenv("STRIPE_SECRET_KEY"))),
	).Erase(ctx, email, report.Tell)
	if err != nil {
		return err
	}
	return report.End()
}
