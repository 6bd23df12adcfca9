package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"ordering/shared/brand"
)

// front is the one region where CloudFront takes its certificate, its firewall and its metrics from.
const front = "us-east-1"

// stage is one system: its own table, site and name. The context "stages" lists them, dev and prod apart; each belongs into an AWS
// account of its own. Nothing in it is secret.
type stage struct {
	name string
	// Region is where the system runs; us-east-1 when it is empty.
	Region string `json:"region"`
	// Replica is a second region, which keeps a copy of the table that can be read and written; none when it is empty.
	Replica string `json:"replica"`
	// Domain is the host of the site. Without one the site is at CloudFront's own name, which is for trying it out.
	Domain string `json:"domain"`
	// ZoneID is the Route 53 zone of the domain: the certificate and the records are made in it. Where DNS is kept elsewhere it is empty,
	// Certificate is the ARN of one in us-east-1, and the records are made by hand.
	ZoneID      string `json:"zoneId"`
	Certificate string `json:"certificate"`
	// Brand is the id of the brand that the system is of; the default one's when it is 0.
	Brand int `json:"brand"`
	// KitchenURL is where the kitchens' system takes orders.
	KitchenURL string `json:"kitchenUrl"`
	// StripePublishableKey is what a guest's browser shows to Stripe; no secret.
	StripePublishableKey string `json:"stripePublishableKey"`
	// AlarmMail is who hears of alarms; nobody when it is empty.
	AlarmMail string `json:"alarmMail"`
	// RestoredStream is the ARN of the stream of a table that was restored from a backup, to be worked with instead of the stack's own,
	// which stays as it is. Empty otherwise.
	RestoredStream string `json:"restoredStream"`
	// OriginKey counts the keys that CloudFront has shown to the API; adding one changes the key. 1 when it is 0.
	OriginKey int `json:"originKey"`
}

// stagesOf reads the stages from the context.
func stagesOf(app constructs.Construct) ([]stage, error) {
	raw, err := json.Marshal(app.Node().TryGetContext(jsii.String("stages")))
	if err != nil {
		return nil, fmt.Errorf("context: %w", err)
	}
	named := map[string]stage{}
	in := json.NewDecoder(strings.NewReader(string(raw)))
	in.DisallowUnknownFields()
	if err := in.Decode(&named); err != nil {
		return nil, fmt.Errorf("the context's stages: %w", err)
	}
	if len(named) == 0 {
		return nil, fmt.Errorf("the context lists no stages: see cdk.json")
	}
	var all []stage
	for _, name := range slices.Sorted(maps.Keys(named)) {
		s := named[name]
		s.name = name
		if s.Region == "" {
			s.Region = front
		}
		s.OriginKey = max(s.OriginKey, 1)
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("stage %s: %w", name, err)
		}
		all = append(all, s)
	}
	return all, nil
}

func (s stage) check() error {
	is := func(pattern, text string) bool { return regexp.MustCompile(pattern).MatchString(text) }
	switch {
	case !is(`^[a-z][a-z0-9]{1,11}$`, s.name):
		return fmt.Errorf("a name is 2 to 12 lower-case letters and digits")
	case !is(`^[a-z]{2}(-[a-z]+)+-\d$`, s.Region) || s.Replica != "" && !is(`^[a-z]{2}(-[a-z]+)+-\d$`, s.Replica):
		return fmt.Errorf("%q and %q are to be regions such as us-east-1", s.Region, s.Replica)
	case s.brand().ID == 0:
		return fmt.Errorf("there is no brand %d", s.Brand)
	case s.Replica == s.Region:
		return fmt.Errorf("the replica is in another region than the system")
	case s.Domain != "" && (s.ZoneID == "") == (s.Certificate == ""):
		return fmt.Errorf("a domain has either a zoneId, or else a certificate")
	case s.Domain == "" && s.ZoneID+s.Certificate != "":
		return fmt.Errorf("a zoneId or a certificate without a domain")
	case s.Certificate != "" && !strings.HasPrefix(s.Certificate, "arn:aws:acm:"+front+":"):
		return fmt.Errorf("CloudFront takes a certificate from %s only", front)
	case s.RestoredStream != "" && !is(`^arn:aws:dynamodb:`+s.Region+`:\d{12}:table/[\w.-]+/stream/[\d:T.-]+$`, s.RestoredStream):
		return fmt.Errorf("restoredStream is the ARN of a table's stream in %s", s.Region)
	case !is(`^pk_(test|live)_\w+$`, s.StripePublishableKey):
		return fmt.Errorf("stripePublishableKey is what Stripe shows beside the secret key: pk_…")
	case !strings.HasPrefix(s.KitchenURL, "https://"):
		return fmt.Errorf("kitchenUrl is where the kitchens take orders, by https")
	}
	return nil
}

// brand is whose restaurants, menu and orders the system has.
func (s stage) brand() brand.Brand {
	b, _ := brand.Find(cmp.Or(s.Brand, brand.Default().ID))
	return b
}

// system is the name of the stage's stack, and what everything in the account is named by that needs a name.
func (s stage) system() string { return "ordering-" + s.name }

// secrets is the beginning of the names of its secrets in the parameter store.
func (s stage) secrets() string { return "/" + s.system() + "/" }
