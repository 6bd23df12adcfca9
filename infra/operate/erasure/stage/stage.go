// Package stage opens what a stage on AWS stores of its guests. It is not part of package erasure, so that the programs of one machine are
// built without AWS.
package stage

import (
	"time"

	"ordering/infra/operate"
	"ordering/infra/operate/erasure"
	"ordering/shared/aws/bucket"
	"ordering/shared/guest"
	"ordering/shared/secret"
	"ordering/shared/table/dynamo"
	"ordering/shared/tender/stripe"
	"ordering/shared/webhook"
)

// Stores returns the stores of a stage: the DynamoDB table TABLE and the bucket FORM_FILES, with AWS_REGION, AWS_ACCESS_KEY_ID, … of the
// environment. It also needs the functions' settings GUEST_SECRET, STRIPE_SECRET_KEY, KITCHEN_SECRETS and KITCHEN_URL.
func Stores(getenv func(string) string) (erasure.Stores, error) {
	err := operate.RequireEnv(
		getenv, "TABLE", "FORM_FILES", "AWS_REGION", "AWS_ACCESS_KEY_ID", "GUEST_SECRET", "STRIPE_SECRET_KEY", "KITCHEN_SECRETS", "KITCHEN_URL",
	)
	if err != nil {
		return erasure.Stores{}, err
	}
	signed, err := webhook.Parse(getenv("KITCHEN_SECRETS"))
	if err != nil {
		return erasure.Stores{}, err
	}
	return erasure.Stores{
		Table: dynamo.New(dynamo.NewClient(getenv), getenv("TABLE"), time.Now), Guests: guest.Secret(getenv("GUEST_SECRET")),
		Files:   bucket.New(getenv("FORM_FILES"), getenv, time.Now),
		Kitchen: webhook.Kitchen(getenv("KITCHEN_URL"), signed), Payments: stripe.New(stripe.Live, secret.Fixed(getenv("STRIPE_SECRET_KEY"))),
	}, nil
}
