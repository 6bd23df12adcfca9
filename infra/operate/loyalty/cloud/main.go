// Command cloud shows and adjusts a customer's points at a stage: the table TABLE of DynamoDB with AWS_REGION, AWS_ACCESS_KEY_ID, … and
// GUEST_SECRET of the environment, for the brand with the id in BRAND.
package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/loyalty"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/table/dynamo"
)

func main() { operate.Main(run) }

func run(ctx context.Context, getenv func(string) string, args []string, _ io.Reader, out io.Writer) error {
	if err := operate.RequireEnv(getenv, "TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID", "GUEST_SECRET", "BRAND"); err != nil {
		return err
	}
	id, err := strconv.Atoi(getenv("BRAND"))
	b, known := brand.Find(id)
	if err != nil || !known {
		return fmt.Errorf("BRAND=%q is not the id of a brand", getenv("BRAND"))
	}
	return loyalty.Loyalty{
		Table: dynamo.New(dynamo.NewClient(getenv), getenv("TABLE"), time.Now), Brand: b, Guests: guest.Secret(getenv("GUEST_SECRET")),
		Now:   time.Now,
		Where: func(out io.Writer) { operate.PrintTable(out, getenv) }, Command: "npm run loyalty --",
	}.Run(ctx, args, out)
}
