// Command cloud runs the operator's command that its first argument names on a stage: on the table TABLE of DynamoDB, with AWS_REGION,
// AWS_ACCESS_KEY_ID, … and the settings that the command needs from the environment. Erasing leaves no mails: SES keeps no copy of those
// that it sent. It is one program beside those of one machine, which are built without AWS.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/commands"
	"ordering/infra/operate/erasure"
	"ordering/infra/operate/stuck"
	"ordering/shared/aws/bucket"
	"ordering/shared/brand"
	"ordering/shared/guest"
	"ordering/shared/order"
	"ordering/shared/person"
	"ordering/shared/secret"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Getenv, os.Args[1:], os.Stdin, os.Stdout); err != nil {
		operate.PrintError(os.Stderr, err)
		os.Exit(1)
	}
}

// ofGuests are the settings of a command that reaches every store with data of guests.
var ofGuests = []string{"FORM_FILES", "GUEST_SECRET", "STRIPE_SECRET_KEY", "KITCHEN_SECRETS", "KITCHEN_URL"}

// needs are the settings of each command beside the table's.
var needs = map[string][]string{
	"coupons": {"GUEST_SECRET"},
	"loyalty": {"GUEST_SECRET", "BRAND"},
	"stuck":   {"STRIPE_SECRET_KEY"},
	"erase":   ofGuests,
	"inbox":   ofGuests,
}

func run(ctx context.Context, getenv func(string) string, args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 || needs[args[0]] == nil {
		return errors.New("name a command: coupons, loyalty, stuck, erase or inbox")
	}
	name, args := args[0], args[1:]
	if err := operate.RequireEnv(getenv, append([]string{"TABLE", "AWS_REGION", "AWS_ACCESS_KEY_ID"}, needs[name]...)...); err != nil {
		return err
	}
	t := dynamo.New(dynamo.NewClient(getenv), getenv("TABLE"), time.Now)
	pay := stripe.New(stripe.Live, secret.Fixed(getenv("STRIPE_SECRET_KEY")))
	store := operate.Store{
		Table: t, Guests: guest.Secret(getenv("GUEST_SECRET")), Now: time.Now,
		Where:   func(out io.Writer) { operate.PrintTable(out, getenv) },
		Command: "npm run " + name + " --",
	}
	switch name {
	case "stuck":
		store.Where(out)
		service := stuck.Service{Table: t, Orders: order.NewService(t, pay, time.Now), Ledger: pay, Now: time.Now}
		return service.Run(ctx, store.Command, args, out)
	case "loyalty":
		id, err := strconv.Atoi(getenv("BRAND"))
		b, known := brand.Find(id)
		if err != nil || !known {
			return fmt.Errorf("BRAND=%q is not the id of a brand", getenv("BRAND"))
		}
		store.Brand = b
	case "erase", "inbox":
		signed, err := webhook.Parse(getenv("KITCHEN_SECRETS"))
		if err != nil {
			return err
		}
		store.Files = bucket.New(getenv("FORM_FILES"), getenv, time.Now)
		stores := erasure.Stores{
			Table: t, Guests: store.Guests, Files: store.Files, Payments: pay, Kitchen: webhook.Kitchen(getenv("KITCHEN_URL"), signed),
		}
		store.Open = func(context.Context) (*person.Records, func() error, error) {
			return stores.Records(), func() error { return nil }, nil
		}
	}
	return commands.Run(ctx, store, name, args, in, out)
}
