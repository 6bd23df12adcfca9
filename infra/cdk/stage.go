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
	"ordering/functions/auth/social"
	"ordering/shared/brand"
)

// front is the only region for CloudFront's certificate, firewall and metrics.
const front = "us-east-1"

// blocking is the firewall setting with which AWS's rules block requests.
const blocking = "block"

// stage is one system with its own table, site and name. The context "stages" lists them, separated into dev and prod; each has its own AWS
// account. None of it is secret.
type stage struct {
	name string
	// Account is the id of its AWS account; deployments into another account are refused.
	Account string `json:"account"`
	// Region is the system's region, us-east-1 when empty.
	Region string `json:"region"`
	// Replica is a second region with a readable and writable copy of the table; none when empty.
	Replica string `json:"replica"`
	// Domain is the host of the site. Without one the site uses CloudFront's own name, for trials.
	Domain string `json:"domain"`
	// ZoneID is the Route 53 zone of the domain, for the certificate and the records. With DNS elsewhere it is empty, Certificate is the
	// ARN of one in us-east-1, and the records are created by hand.
	ZoneID      string `json:"zoneId"`
	Certificate string `json:"certificate"`
	// KeepDMARC keeps the existing DMARC record of the mail domain in the zone.
	KeepDMARC bool `json:"keepDmarc"`
	// Brand is the id of the system's brand; the default brand when 0.
	Brand int `json:"brand"`
	// KitchenURL is the endpoint of the kitchens' system for orders.
	KitchenURL string `json:"kitchenUrl"`
	// DeskURL is the endpoint that takes the events of forms; no events are sent when empty.
	DeskURL string `json:"deskUrl"`
	// StripePublishableKey is Stripe's key for the guest's browser; not secret.
	StripePublishableKey string `json:"stripePublishableKey"`
	// Social are the public settings of the sign-in providers; none when empty.
	Social social.Settings `json:"social"`
	// AlarmMail receives the alarms; empty means no mail.
	AlarmMail string `json:"alarmMail"`
	// Firewall is "block" if AWS's rules block requests. When empty they only count, until the counts have been reviewed (docs/deploy.md).
	Firewall string `json:"firewall"`
	// RestoredStream is the ARN of the stream of a table that was restored from a backup. The system then uses that table instead of its
	// own, which stays unchanged. Usually empty.
	RestoredStream string `json:"restoredStream"`
	// OriginKey is the number of origin keys so far; increment it to rotate the key. 1 when 0.
	OriginKey int `json:"originKey"`
	// Concurrency is the account's quota of concurrent Lambda executions, 1,000 when 0. A new account has 10.
	Concurrency int `json:"concurrency"`
	// Reserved overrides Function.Reserved by function name.
	Reserved map[string]int `json:"reserved"`
	// Budget is in US dollars a month: AlarmMail gets a mail before the account exceeds it. 0 means no budget.
	Budget int `json:"budget"`
	// ClosedDays are the days, as MM-DD, on which no restaurant takes orders. A lunch without orders raises no alarm then.
	ClosedDays []string `json:"closedDays"`
}

// unreserved is the concurrency that Lambda keeps for functions without a reservation.
const unreserved = 100

// reserved returns the reserved concurrency of the function; 0 means none.
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
		return fmt.Errorf("a name must be 2 to 12 lower-case letters and digits")
	case !is(`^\d{12}$`, s.Account):
		return fmt.Errorf("account must be the 12 digits of an AWS account")
	case !is(`^[a-z]{2}(-[a-z]+)+-\d$`, s.Region) || s.Replica != "" && !is(`^[a-z]{2}(-[a-z]+)+-\d$`, s.Replica):
		return fmt.Errorf("%q and %q must be regions such as us-east-1", s.Region, s.Replica)
	case s.brand().ID == 0:
		return fmt.Errorf("there is no brand %d", s.Brand)
	case s.Replica == s.Region:
		return fmt.Errorf("the replica must be in another region than the system")
	case s.Domain != "" && (s.ZoneID == "") == (s.Certificate == ""):
		return fmt.Errorf("a domain needs either a zoneId or a certificate")
	case s.Domain == "" && s.ZoneID+s.Certificate != "":
		return fmt.Errorf("a zoneId or a certificate needs a domain")
	case s.Certificate != "" && !strings.HasPrefix(s.Certificate, "arn:aws:acm:"+front+":"):
		return fmt.Errorf("the certificate must be in %s for CloudFront", front)
	case s.Firewall != "" && s.Firewall != blocking:
		return fmt.Errorf("firewall must be %q or empty", blocking)
	case s.RestoredStream != "" && !is(`^arn:aws:dynamodb:`+s.Region+`:\d{12}:table/[\w.-]+/stream/[\d:T.-]+$`, s.RestoredStream):
		return fmt.Errorf("restoredStream must be the ARN of a table's stream in %s", s.Region)
	case !is(`^pk_(test|live)_\w+$`, s.StripePublishableKey):
		return fmt.Errorf("stripePublishableKey must be Stripe's publishable key: pk_…")
	case s.Social.Check() != nil:
		return s.Social.Check()
	case !strings.HasPrefix(s.KitchenURL, "https://"):
		return fmt.Errorf("kitchenUrl must be an https address")
	case s.DeskURL != "" && !strings.HasPrefix(s.DeskURL, "https://"):
		return fmt.Errorf("deskUrl must be an https address")
	case len(unknown) > 0:
		return fmt.Errorf("reserved names unknown functions: %v", slices.Sorted(maps.Keys(unknown)))
	case reserved > 0 && reserved+unreserved > s.Concurrency:
		return fmt.Errorf("the functions reserve %d concurrent executions and Lambda needs %d more, but the account's quota is %d: ask for a higher quota (docs/deploy.md), or reserve fewer in \"reserved\"", reserved, unreserved, s.Concurrency)
	case s.Budget > 0 && s.AlarmMail == "":
		return fmt.Errorf("a budget needs an alarmMail")
	case slices.ContainsFunc(s.ClosedDays, func(day string) bool { _, err := time.Parse("01-02", day); return err != nil }):
		return fmt.Errorf("closedDays must be MM-DD: %v", s.ClosedDays)
	}
	return nil
}

// brand returns the system's brand.
func (s stage) brand() brand.Brand {
	b, _ := brand.Find(cmp.Or(s.Brand, brand.Default().ID))
	return b
}

// system is the name of the stage's stack, and of resources that need a name in the account.
func (s stage) system() string { return "ordering-" + s.name }

// secrets is the path prefix of its secrets in the parameter store.
func (s stage) secrets() string { return "/" + s.system() + "/" }
