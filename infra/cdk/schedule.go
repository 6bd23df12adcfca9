package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsscheduler"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
)

// schedule creates the function's schedules from the manifest: one each or, within a season, one per month, because expressions of
// EventBridge Scheduler have days of a month but not of a year.
func (y *system) schedule(f functions.Function, lambda awslambda.IFunction) {
	if len(f.Schedules) == 0 {
		return
	}
	p := new(policy)
	p.allow("Call", []string{*lambda.FunctionArn()}, nil, "lambda:InvokeFunction")
	p.allow("SetAside", []string{*y.undelivered.QueueArn()}, nil, "sqs:SendMessage")
	role := awsiam.NewRole(y.stack, str(construct(f.Name)+"ClockRole"), &awsiam.RoleProps{
		Description: str("What the clock of the function " + f.Name + " may do"),
		AssumedBy: awsiam.NewServicePrincipal(str("scheduler.amazonaws.com"), &awsiam.ServicePrincipalOpts{
			Conditions: &map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": y.stack.Account()}},
		}),
		InlinePolicies: p.inline(),
	})
	for _, s := range f.Schedules {
		input, _ := json.Marshal(functions.Call{Job: s.Job}) // a string: no error
		for n, cron := range crons(s) {
			// "UTC" keeps the logical ids of deployed schedules.
			id := construct(f.Name) + construct(s.Job) + "UTC" + fmt.Sprint(n)
			awsscheduler.NewCfnSchedule(y.stack, str(id), &awsscheduler.CfnScheduleProps{
				Description:        str(fmt.Sprintf("%s, %s: UTC", f.Name, s.Job)),
				ScheduleExpression: str(cron), ScheduleExpressionTimezone: str("UTC"),
				FlexibleTimeWindow: &awsscheduler.CfnSchedule_FlexibleTimeWindowProperty{Mode: str("OFF")},
				Target: &awsscheduler.CfnSchedule_TargetProperty{
					Arn: lambda.FunctionArn(), RoleArn: role.RoleArn(), Input: str(string(input)),
					DeadLetterConfig: &awsscheduler.CfnSchedule_DeadLetterConfigProperty{Arn: y.undelivered.QueueArn()},
					// A late call is harmless, and the next one follows anyway.
					RetryPolicy: &awsscheduler.CfnSchedule_RetryPolicyProperty{MaximumRetryAttempts: jsii.Number(3), MaximumEventAgeInSeconds: jsii.Number(max(300, s.Every.Seconds()))},
				},
			})
		}
	}
}

// crons returns the expressions of a schedule: one for the whole year, or one each for the first month of a season, the months between and
// the last month.
func crons(s functions.Schedule) []string {
	minutes, hours := "0", "*"
	switch {
	case s.Every < time.Hour:
		minutes = fmt.Sprintf("0/%d", s.Every/time.Minute)
	case s.Every == 24*time.Hour:
		hours = "0"
	case s.Every > time.Hour:
		hours = fmt.Sprintf("0/%d", s.Every/time.Hour)
	}
	on := func(days string, months ...string) string {
		return fmt.Sprintf("cron(%s %s %s %s ? *)", minutes, hours, days, strings.Join(months, ","))
	}
	if (s.From == functions.Day{}) {
		return []string{on("*", "*")}
	}
	first, last := int(s.From.Month), int(s.To.Month)
	if first == last && s.From.Day <= s.To.Day {
		return []string{on(fmt.Sprintf("%d-%d", s.From.Day, s.To.Day), fmt.Sprint(first))}
	}
	all := []string{on(fmt.Sprintf("%d-31", s.From.Day), fmt.Sprint(first))}
	var between []string
	for m := first%12 + 1; m != last; m = m%12 + 1 {
		between = append(between, fmt.Sprint(m))
	}
	if between != nil {
		all = append(all, on("*", between...))
	}
	return append(all, on(fmt.Sprintf("1-%d", s.To.Day), fmt.Sprint(last)))
}
