//go:build !race

// The runtime of jsii, which CDK stands on, has a data race of its own: the tests of this package run without the race detector.

package main

import (
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"

	"ordering/functions"
)

func TestStackIsWhatTheManifestSays(t *testing.T) {
	for where, got := range map[string]synthesis{"the repository": ofTheRepository(t), "elsewhere": elsewhere(t)} {
		for _, s := range got.stages {
			for _, fault := range faults(got.templates, s) {
				t.Errorf("%s, %s: %s", where, s.name, fault)
			}
		}
	}
}

// dev is the least that a stage says.
func dev(with map[string]any) map[string]any {
	stage := map[string]any{"kitchenUrl": "https://kitchens.example/orders", "stripePublishableKey": "pk_test_1"}
	maps.Copy(stage, with)
	return map[string]any{"dev": stage}
}

func TestStagesAreChecked(t *testing.T) {
	for why, with := range map[string]map[string]any{
		"unknown field": {"regoin": "us-east-1"}, "are to be regions": {"region": "Virginia"}, "another region": {"replica": "us-east-1"},
		"either a zoneId": {"domain": "order.example"}, "without a domain": {"zoneId": "Z1"},
		"from us-east-1 only": {"domain": "order.example", "certificate": "arn:aws:acm:eu-west-1:1:certificate/1"},
		"a table's stream":    {"restoredStream": "ordering"},
		"kitchenUrl":          {"kitchenUrl": "http://kitchens.example"}, "stripePublishableKey": {"stripePublishableKey": "sk_live_1"},
	} {
		app := awscdk.NewApp(&awscdk.AppProps{Context: &map[string]any{"stages": dev(with)}})
		if _, err := stagesOf(app); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v: %v, want that it says %q", with, err, why)
		}
	}
	for why, stages := range map[string]any{"lists no stages": nil, "a name is": map[string]any{"Prod!": map[string]any{}}} {
		app := awscdk.NewApp(&awscdk.AppProps{Context: &map[string]any{"stages": stages}})
		if _, err := stagesOf(app); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v: %v, want that it says %q", stages, err, why)
		}
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
		if got := strings.Join(crons(s), " "); got != want {
			t.Errorf("%+v: %s, want %s", s, got, want)
		}
	}
}

// cdk-nag's AwsSolutions finds nothing but what is accepted with a reason, and nothing is accepted that it does not find.
func TestNagFindsNothingElse(t *testing.T) {
	var reports []string
	for _, got := range []synthesis{ofTheRepository(t), elsewhere(t)} {
		more, err := filepath.Glob(filepath.Join(got.dir, "AwsSolutions-*.csv"))
		if err != nil || len(more) != len(got.templates) {
			t.Fatalf("reports of nag: %v %v", more, err)
		}
		reports = append(reports, more...)
	}
	used, looked := map[string]bool{}, map[string]bool{}
	for _, path := range reports {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(f).ReadAll()
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			rule, where, result, reason := row[0], row[1], row[2], row[3]
			looked[rule] = true
			switch result {
			case "Compliant":
			case "Suppressed":
				used[rule] = true
				if len(reason) < 40 {
					t.Errorf("%s at %s is accepted without a reason", rule, where)
				}
			default:
				t.Errorf("%s at %s: %s", rule, where, row[5])
			}
		}
	}
	if len(looked) < 15 {
		t.Errorf("nag looked at %d rules only: %v", len(looked), slices.Sorted(maps.Keys(looked)))
	}
	for rule := range accepted {
		if id, _, _ := strings.Cut(rule, "["); !used[id] {
			t.Errorf("%s is accepted and does not occur", rule)
		}
	}
}

// A nag that finds nothing in a stack that is open to all would prove nothing.
func TestNagLooks(t *testing.T) {
	out := t.TempDir()
	app := awscdk.NewApp(&awscdk.AppProps{Outdir: &out})
	stack := awscdk.NewStack(app, str("open"), nil)
	awscdk.NewCfnResource(stack, str("Queue"), &awscdk.CfnResourceProps{Type: str("AWS::SQS::Queue")})
	newOpenBucket(stack)
	inspect(stack)
	app.Synth(nil)
	raw, err := os.ReadFile(filepath.Join(out, "AwsSolutions-open-NagReport.csv"))
	if err != nil || !strings.Contains(string(raw), fmt.Sprintf("%q", "Non-Compliant")) {
		t.Errorf("nothing is found: %s %v", raw, err)
	}
}
