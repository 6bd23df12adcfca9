// Command cloud makes codes of a serialized promotion of a stage: the table TABLE of DynamoDB with AWS_REGION, AWS_ACCESS_KEY_ID, … and
// GUEST_SECRET of the environment.
package main

import (
	"context"
	"io"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/coupons"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
)

func main() { operate.Main(run) }

func run(ctx context.Context, getenv func(string) string, args []string, _ io.Reader, out io.Writer) error {
	if err := operate.RequireEnv(getenv, "TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID", "GUEST_SECRET"); err != nil {
		return err
	}
	return coupons.Coupons{
		Table: dynamo.New(dynamo.NewClient(getenv), getenv("TABLE"), time.Now), Guests: guest.Secret(getenv("GUEST_SECRET")),
		Where: func(out io.Writer) { operate.PrintTable(out, getenv) }, Command: "npm run coupons --",
	}.Run(ctx, args, out)
}
