//go:build !race

// The runtime of jsii, on which CDK depends, has a data race: the tests of this package run without the race detector.

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudfront"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions"
	"ordering/functions/api"
	"ordering/shared/brand"
)

func TestStackMatchesTheManifest(t *testing.T) {
	for where, got := range map[string]synthesis{"the repository": ofTheRepository(t), "elsewhere": elsewhere(t)} {
		for _, s := range got.stages {
			for _, fault := range faults(got.templates, s) {
				t.Errorf("%s, %s: %s", where, s.name, fault)
			}
		}
	}
}

// Fault 29: CloudFront's cache key contains the token on each path of an operation that requires a customer.
func TestTheCacheKeyContainsTheToken(t *testing.T) {
	for _, got := range []synthesis{ofTheRepository(t), elsewhere(t)} {
		for _, s := range got.stages {
			system := got.templates[s.system()]
			d := system.properties(system.first("CloudFront::Distribution")).at("DistributionConfig")
			behaviours := append(d.at("CacheBehaviors").list(), d.at("DefaultCacheBehavior"))
			for _, op := range functions.Operations() {
				policy := first(behaviours, op.Path).at("CachePolicyId")
				keyed := func(id string) bool {
					key := system.properties(id).at("CachePolicyConfig", "ParametersInCacheKeyAndForwardedToOrigin", "HeadersConfig", "Headers")
					return refers(policy, id) && slices.Contains(key.texts(), "authorization")
				}
				if op.Level() != api.Guest && op.Level() != api.System {
					assert.Check(t, slices.ContainsFunc(system.resources("CloudFront::CachePolicy"), keyed), "%s, %s", s.name, op.OperationID)
				}
			}
		}
	}
}

// The CDK CLI deploys a stack only into the account and region of the manifest, and after the stacks that it reads from.
func TestStacksAreBoundToTheirAccounts(t *testing.T) {
	for _, got := range []synthesis{ofTheRepository(t), elsewhere(t)} {
		raw, err := os.ReadFile(filepath.Join(got.dir, "manifest.json"))
		var manifest struct {
			Artifacts map[string]struct {
				Type, Environment string
				Dependencies      []string
			}
		}
		assert.NilError(t, err)
		assert.NilError(t, json.Unmarshal(raw, &manifest))
		want := map[string]string{}
		for _, s := range got.stages {
			in := func(region string) string { return "aws://" + s.Account + "/" + region }
			want[s.system()], want[s.system()+"-front"], want[s.system()+"-site-alarms"] = in(s.Region), in("us-east-1"), in("us-east-1")
			if s.Replica != "" {
				want[s.system()+"-replica"] = in(s.Replica)
			}
			for stack, before := range map[string]string{s.system(): s.system() + "-front", s.system() + "-site-alarms": s.system()} {
				assert.Check(t, slices.Contains(manifest.Artifacts[stack].Dependencies, before), "%s may be deployed before %s", stack, before)
			}
		}
		stacks := map[string]string{}
		for name, artifact := range manifest.Artifacts {
			if artifact.Type == "aws:cloudformation:stack" {
				stacks[name] = artifact.Environment
			}
		}
		assert.Check(t, is.DeepEqual(stacks, want))
	}
}

func TestPriceClassReachesTheMarkets(t *testing.T) {
	alone, _ := brand.Find(1) // only in the US
	far := alone
	far.Countries = append(slices.Clone(alone.Countries), brand.Country{Code: "br"})
	for want, b := range map[awscloudfront.PriceClass]brand.Brand{awscloudfront.PriceClass_PRICE_CLASS_100: alone, awscloudfront.PriceClass_PRICE_CLASS_ALL: far} {
		assert.Check(t, is.Equal(priceClass(b), want), b.Countries)
	}
}

// dev returns a minimal stage with more settings.
func dev(with map[string]any) map[string]any {
	stage := map[string]any{"account": "123456789012", "kitchenUrl": "https://kitchens.example/orders", "stripePublishableKey": "pk_test_1"}
	maps.Copy(stage, with)
	return map[string]any{"dev": stage}
}

func TestStagesAreChecked(t *testing.T) {
	for why, with := range map[string]map[string]any{
		"unknown field": {"regoin": "us-east-1"}, "12 digits": {"account": "prod"}, "must be regions": {"region": "Virginia"}, "another region": {"replica": "us-east-1"},
		"either a zoneId": {"domain": "order.example"}, "needs a domain": {"zoneId": "Z1"},
		"must be in us-east-1":     {"domain": "order.example", "certificate": "arn:aws:acm:eu-west-1:1:certificate/1"},
		"a table's stream":         {"restoredStream": "ordering"},
		`firewall must be "block"`: {"firewall": "count"},
		"unknown functions":        {"reserved": map[string]int{"gate": 1}},
		"the functions reserve 262 concurrent executions and Lambda needs 100 more, but the account's quota is 10": {"concurrency": 10},
		"an alarmMail": {"budget": 500}, "MM-DD": {"closedDays": []string{"25.12."}},
		"google needs clientId": {"social": map[string]any{"google": map[string]any{}}},
		"kitchenUrl":            {"kitchenUrl": "http://kitchens.example"}, "stripePublishableKey": {"stripePublishableKey": "sk_live_1"},
		"deskUrl": {"deskUrl": "desk.example"},
	} {
		app := awscdk.NewApp(&awscdk.AppProps{Context: &map[string]any{"stages": dev(with)}})
		if _, err := stagesOf(app); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v: got %v, want %q", with, err, why)
		}
	}
	for why, stages := range map[string]any{"lists no stages": nil, "a name must be": map[string]any{"Prod!": map[string]any{}}} {
		app := awscdk.NewApp(&awscdk.AppProps{Context: &map[string]any{"stages": stages}})
		if _, err := stagesOf(app); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v: got %v, want %q", stages, err, why)
		}
	}
}

// A stage has the account's concurrency quota and the reserved part. A stage without reservations can start in a new account.
func TestStageReserves(t *testing.T) {
	none := map[string]int{}
	for _, f := range functions.All() {
		none[f.Name] = 0
	}
	app := awscdk.NewApp(&awscdk.AppProps{Context: &map[string]any{"stages": dev(map[string]any{"concurrency": 10, "reserved": none})}})
	stages, err := stagesOf(app)
	assert.NilError(t, err)
	assert.Equal(t, stages[0].reserved(functions.Function{Name: "payment", Reserved: 100}), 0)
	assert.Equal(t, stages[0].reserved(functions.Function{Name: "new", Reserved: 7}), 7)
	sum := 0
	for _, f := range functions.All() {
		sum += f.Reserved
	}
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "deploy.md"))
	said := fmt.Sprintf("The functions reserve %d executions at once", sum)
	assert.NilError(t, err)
	assert.Assert(t, is.Contains(string(document), said))
}

func TestLunchIsNoonInBothHalvesOfTheYear(t *testing.T) {
	for zone, want := range map[string][]int{"America/Chicago": {17, 18}, "America/New_York": {16, 17}, "America/Phoenix": {18, 19, 20}, "Europe/Berlin": {10, 11}, "Pacific/Auckland": {0, 23}} {
		at, err := time.LoadLocation(zone)
		assert.NilError(t, err)
		assert.Check(t, is.DeepEqual(lunch(at), want), zone)
	}
}

func TestCrons(t *testing.T) {
	september, january := functions.Day{Month: time.September, Day: 15}, functions.Day{Month: time.January, Day: 15}
	for want, s := range map[string]functions.Schedule{
		"cron(0/1 * * * ? *)":  {Every: time.Minute},
		"cron(0/15 * * * ? *)": {Every: 15 * time.Minute},
		"cron(0 * * * ? *)":    {Every: time.Hour},
		"cron(0 0/6 * * ? *)":  {Every: 6 * time.Hour},
		"cron(0 0 * * ? *)":    {Every: 24 * time.Hour},
		"cron(0/5 * 15-31 9 ? *) cron(0/5 * * 10,11,12 ? *) cron(0/5 * 1-15 1 ? *)": {Every: 5 * time.Minute, From: september, To: january},
		"cron(0 0 2-20 6 ? *)":                       {Every: 24 * time.Hour, From: functions.Day{Month: time.June, Day: 2}, To: functions.Day{Month: time.June, Day: 20}},
		"cron(0 0 20-31 12 ? *) cron(0 0 1-6 1 ? *)": {Every: 24 * time.Hour, From: functions.Day{Month: time.December, Day: 20}, To: functions.Day{Month: time.January, Day: 6}},
		"cron(0 0 20-31 6 ? *) cron(0 0 * 7,8,9,10,11,12,1,2,3,4,5 ? *) cron(0 0 1-10 6 ? *)": {Every: 24 * time.Hour, From: functions.Day{Month: time.June, Day: 20}, To: functions.Day{Month: time.June, Day: 10}},
	} {
		assert.Check(t, is.Equal(strings.Join(crons(s), " "), want), "%+v", s)
	}
}

// cdk-nag's AwsSolutions finds only accepted findings, and every accepted one is found.
func TestCdkNagHasNoOtherFindings(t *testing.T) {
	var reports []string
	for _, got := range []synthesis{ofTheRepository(t), elsewhere(t)} {
		more, err := filepath.Glob(filepath.Join(got.dir, "AwsSolutions-*.csv"))
		assert.NilError(t, err)
		assert.Assert(t, is.Len(more, len(got.templates)))
		reports = append(reports, more...)
	}
	used, looked := map[string]bool{}, map[string]bool{}
	for _, path := range reports {
		f, err := os.Open(path)
		assert.NilError(t, err)
		rows, err := csv.NewReader(f).ReadAll()
		f.Close()
		assert.NilError(t, err)
		for _, row := range rows[1:] {
			rule, where, result, reason := row[0], row[1], row[2], row[3]
			looked[rule] = true
			switch result {
			case "Compliant":
			case "Suppressed":
				used[rule] = true
				assert.Check(t, len(reason) >= 40, "the exception of %s at %s needs a reason of at least 40 characters", rule, where)
			default:
				t.Errorf("%s at %s: %s", rule, where, row[5])
			}
		}
	}
	if len(looked) < 15 {
		t.Errorf("nag evaluated only %d rules: %v", len(looked), slices.Sorted(maps.Keys(looked)))
	}
	for rule := range accepted {
		id, _, _ := strings.Cut(rule, "[")
		assert.Check(t, used[id], "the exception of %s matches no finding", rule)
	}
}
