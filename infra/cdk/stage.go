package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
	"ordering/shared/brand"
)

// front is the one region where CloudFront takes its certificate, its firewall and its metrics from.
const front = "us-east-1"

// blocking is the firewall of a stage in which AWS's rules refuse requests.
const blocking = "block"

// stage is one system: its own table, site and name. The context "stages" lists them, dev and prod apart; each belongs into an AWS
// account of its own. Nothing in it is secret.
type stage struct {
	name string
	// Account is the id of its AWS account: a deployment into another one is refused.
	Account string `json:"account"`
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
	// KeepDMARC leaves the DMARC record of the mail domain, which the zone has already, as it is.
	KeepDMARC bool `json:"keepDmarc"`
	// Brand is the id of the brand that the system is of; the default one's when it is 0.
	Brand int `json:"brand"`
	// KitchenURL is where the kitchens' system takes orders.
	KitchenURL string `json:"kitchenUrl"`
	// StripePublishableKey is what a guest's browser shows to Stripe; no secret.
	StripePublishableKey string `json:"stripePublishableKey"`
	// AlarmMail is who hears of alarms; nobody when it is empty.
	AlarmMail string `json:"alarmMail"`
	// Firewall is "block" where AWS's rules refuse what they match. When it is empty they only count, until the counts were judged
	// (docs/deploy.md).
	Firewall string `json:"firewall"`
	// RestoredStream is the ARN of the stream of a table that was restored from a backup, to be worked with instead of the stack's own,
	// which stays as it is. Empty otherwise.
	RestoredStream string `json:"restoredStream"`
	// OriginKey counts the keys that CloudFront has shown to the API; adding one changes the key. 1 when it is 0.
	OriginKey int `json:"originKey"`
	// Concurrency is the account's quota of Lambda executions at once; 1,000 when it is 0. A new account has 10.
	Concurrency int `json:"concurrency"`
	// Reserved overrides Function.Reserved by function name.
	Reserved map[string]int `json:"reserved"`
	// Budget is in US dollars a month: AlarmMail gets a mail before the account costs more. 0 is no budget.
	Budget int `json:"budget"`
	// ClosedDays are the days, as MM-DD, on which no restaurant takes orders. A lunch without orders raises no alarm then.
	ClosedDays []string `json:"closedDays"`
}

// unreserved is what Lambda keeps of an account's concurrency for functions that nothing is set aside for.
const unreserved = 100

// reserved is how many executions at once are set aside for the function; 0 is none.
func (s stage) reserved(f functions.Function) int {
	if n, ok := s.Reserved[f.Name]; ok {
		return n
	}
	return f.Reserved
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
		s.Concurrency = cmp.Or(s.Concurrency, 1000)
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("stage %s: %w", name, err)
		}
		all = append(all, s)
	}
	return all, nil
}

func (s stage) check() error {
	reserved, unknown := 0, maps.Clone(s.Reserved)
	for _, f := range functions.All() {
		reserved += s.reserved(f)
		delete(unknown, f.Name)
	}
	is := func(pattern, text string) bool { return regexp.MustCompile(pattern).MatchString(text) }
	switch {
	case !is(`^[a-z][a-z0-9]{1,11}$`, s.name):
		return fmt.Errorf("a name is 2 to 12 lower-case letters and digits")
	case !is(`^\d{12}$`, s.Account):
		return fmt.Errorf("account is the 12 digits of an AWS account")
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
	case s.Firewall != "" && s.Firewall != blocking:
		return fmt.Errorf("firewall is %q or empty", blocking)
	case s.RestoredStream != "" && !is(`^arn:aws:dynamodb:`+s.Region+`:\d{12}:table/[\w.-]+/stream/[\d:T.-]+$`, s.RestoredStream):
		return fmt.Errorf("restoredStream is the ARN of a table's stream in %s", s.Region)
	case !is(`^pk_(test|live)_\w+$`, s.StripePublishableKey):
		return fmt.Errorf("stripePublishableKey is what Stripe shows beside the secret key: pk_…")
	case !strings.HasPrefix(s.KitchenURL, "https://"):
		return fmt.Errorf("kitchenUrl is where the kitchens take orders, by https")
	case len(unknown) > 0:
		return fmt.Errorf("reserved names functions that do not exist: %v", slices.Sorted(maps.Keys(unknown)))
	case reserved > 0 && reserved+unreserved > s.Concurrency:
		return fmt.Errorf("the functions reserve %d executions at once and Lambda demands %d beside them, of %d that the account has: ask for a higher quota (docs/deploy.md), or reserve fewer in \"reserved\"", reserved, unreserved, s.Concurrency)
	case s.Budget > 0 && s.AlarmMail == "":
		return fmt.Errorf("a budget without an alarmMail that hears of it")
	case slices.ContainsFunc(s.ClosedDays, func(day string) bool { _, err := time.Parse("01-02", day); return err != nil }):
		return fmt.Errorf("closedDays are written MM-DD: %v", s.ClosedDays)
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
