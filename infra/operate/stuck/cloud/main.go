// Command cloud lists the cases that wait for an operator in the DynamoDB table that TABLE names: payments with a capture or refund that
// the provider refuses permanently, payments and orders that do not match, and undeliverable outbox rows. It retries a case once the
// operator has repaired its cause, and ends a payment that the operator settled outside Stripe. The environment is that of a function:
// AWS_REGION, AWS_ACCESS_KEY_ID, …, STRIPE_SECRET_KEY. On one machine the page /sandbox/outbox does the same.
package main

import (
	"context"
	"io"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/stuck"
	"ordering/shared/order"
	"ordering/shared/secret"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
)

func main() { operate.Main(run) }

func run(ctx context.Context, getenv func(string) string, args []string, _ io.Reader, out io.Writer) error {
	if err := operate.RequireEnv(getenv, "TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID", "STRIPE_SECRET_KEY"); err != nil {
		return err
	}
	operate.PrintTable(out, getenv)
	t := dynamo.New(dynamo.NewClient(getenv), getenv("TABLE"), time.Now)
	pay := stripe.New(stripe.Live, secret.Fixed(getenv("STRIPE_SECRET_KEY")))
	return stuck.Service{Table: t, Orders: order.NewService(t, pay, time.Now), Ledger: pay, Now: time.Now}.Run(ctx, "npm run stuck --", args, out)
}
