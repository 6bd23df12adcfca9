package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsbudgets"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
	"ordering/shared/location"
	"ordering/shared/telemetry"
)

// alarm is a fault that affects guests. docs/runbook.md has a heading with its name, the meaning and the remedy.
type alarm struct {
	name   string
	metric awscloudwatch.IMetric
	over   float64 // threshold: it fires above this
	of     int     // number of evaluated periods
	in     int     // number of periods above the threshold to fire
	silent bool    // missing data fires it: for metrics that a schedule produces
}

// measure returns a metric of AWS for the dimensions: one value per period.
func measure(namespace, name, statistic string, period time.Duration, dimensions map[string]*string) awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: str(namespace), MetricName: str(name), Statistic: str(statistic), Period: awscdk.Duration_Seconds(jsii.Number(period.Seconds())), DimensionsMap: &dimensions,
	})
}

// counted returns a metric of our own.
func (y *system) counted(m telemetry.Metric, period time.Duration) awscloudwatch.IMetric {
	return measure(telemetry.Namespace, string(m), "Sum", period, map[string]*string{telemetry.ByService: str(y.system())})
}

// share returns of as a percentage of all; 0 below a hundred, where one event would be a whole percent.
func share(of, all awscloudwatch.IMetric, label string) awscloudwatch.IMetric {
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Expression: str("IF(all >= 100, 100 * of / all, 0)"), Label: str(label), Period: awscdk.Duration_Minutes(jsii.Number(5)),
		UsingMetrics: &map[string]awscloudwatch.IMetric{"of": of, "all": all},
	})
}

// declines is the percentage of payments that banks declined; 0 below twenty declines, which a few guests can cause.
func (y *system) declines() awscloudwatch.IMetric {
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Expression: str("IF(declined >= 20, 100 * declined / (declined + FILL(placed, 0)), 0)"), Label: str("Declined payments, %"),
		Period:       awscdk.Duration_Minutes(jsii.Number(5)),
		UsingMetrics: &map[string]awscloudwatch.IMetric{"declined": y.counted(telemetry.PaymentsDeclined, five), "placed": y.counted(telemetry.OrdersPlaced, five)},
	})
}

// atLunch is the number of orders in an hour of lunch in the brand's time zone. It is 1 in any other hour and on the stage's closed days.
// CloudWatch's hours are UTC: only those within 11:00 to 14:00 both in summer and in winter count as lunch. The reconciler's invocations
// give the time, because they have a value every hour.
func (y *system) atLunch() awscloudwatch.IMetric {
	var hours, closed []string
	for _, hour := range lunch(location.Timezone(y.brand().TimeZone)) {
		hours = append(hours, fmt.Sprintf("HOUR(clock) == %d", hour))
	}
	for _, day := range y.ClosedDays {
		var month, date int
		_, _ = fmt.Sscanf(day, "%d-%d", &month, &date) // checked with the stage
		closed = append(closed, fmt.Sprintf(" && !(MONTH(clock) == %d && DATE(clock) == %d)", month, date))
	}
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Expression: str("IF((" + strings.Join(hours, " || ") + ")" + strings.Join(closed, "") + ", FILL(placed, 0), 1)"), Label: str("Orders in an hour of lunch"),
		Period: awscdk.Duration_Hours(jsii.Number(1)),
		UsingMetrics: &map[string]awscloudwatch.IMetric{
			"placed": y.counted(telemetry.OrdersPlaced, time.Hour),
			"clock":  measure("AWS/Lambda", "Invocations", "Sum", time.Hour, map[string]*string{"FunctionName": y.functions["reconcile"].FunctionName()}),
		},
	})
}

// lunch returns the hours of the UTC day that lie within 11:00 to 14:00 in the zone all year.
func lunch(zone *time.Location) (hours []int) {
	within := func(month time.Month, utc int) bool {
		hour := time.Date(2026, month, 15, utc, 0, 0, 0, time.UTC).In(zone).Hour()
		return hour >= 11 && hour < 14
	}
	for utc := range 24 {
		if within(time.January, utc) && within(time.July, utc) {
			hours = append(hours, utc)
		}
	}
	return hours
}

const (
	five    = 5 * time.Minute
	quarter = 15 * time.Minute
)

// alarms lists the alarms of the system.
func (y *system) alarms() []alarm {
	api := map[string]*string{"ApiId": y.api.Ref()}
	queue := map[string]*string{"QueueName": y.undelivered.QueueName()}
	var all []alarm
	add := func(name string, metric awscloudwatch.IMetric, over float64, of, in int) {
		all = append(all, alarm{name: name, metric: metric, over: over, of: of, in: in})
	}
	add("payments-declined", y.declines(), 25, 1, 1)
	for _, own := range telemetry.Alarms() {
		add(own.Name, y.counted(own.Metric, own.Within), float64(own.Over), 1, 1)
	}
	add("undelivered", measure("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum", five, queue), 0, 1, 1)
	add("api-errors", share(measure("AWS/ApiGateway", "5xx", "Sum", five, api), measure("AWS/ApiGateway", "Count", "Sum", five, api), "Answers of 500 and above, %"), 1, 2, 2)
	add("api-slow", measure("AWS/ApiGateway", "Latency", "p99", five, api), 3_000, 3, 3)
	add("concurrency", measure("AWS/Lambda", "ConcurrentExecutions", "Maximum", time.Minute, nil), 0.8*float64(y.Concurrency), 5, 3)
	add("mail-bounces", measure("AWS/SES", "Reputation.BounceRate", "Maximum", time.Hour, nil), 0.04, 1, 1)
	add("mail-complaints", measure("AWS/SES", "Reputation.ComplaintRate", "Maximum", time.Hour, nil), 0.0008, 1, 1)
	for _, operation := range []string{"GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems"} {
		of := map[string]*string{"TableName": y.table.TableName(), "Operation": str(operation)}
		add("table-throttles/"+operation, measure("AWS/DynamoDB", "ThrottledRequests", "Sum", five, of), 20, 2, 2)
	}
	for _, f := range y.manifest {
		of := map[string]*string{"FunctionName": y.functions[f.Name].FunctionName()}
		add("function-errors/"+f.Name, measure("AWS/Lambda", "Errors", "Sum", five, of), 2, 2, 1)
		add("function-throttles/"+f.Name, measure("AWS/Lambda", "Throttles", "Sum", five, of), 0, 2, 2)
		if f.Outbox || f.Steps {
			add("messages-late/"+f.Name, measure("AWS/Lambda", "IteratorAge", "Maximum", five, of), float64(five.Milliseconds()), 1, 1)
		}
		if allYear(f) {
			all = append(all, alarm{name: "clock-silent/" + f.Name, metric: measure("AWS/Lambda", "Invocations", "Sum", quarter, of), of: 2, in: 2, silent: true})
		}
	}
	if strings.HasPrefix(y.StripePublishableKey, "pk_live_") { // test keys take no real orders
		all = append(all, alarm{name: "no-orders", metric: y.atLunch(), of: 1, in: 1, silent: true})
	}
	return all
}

// siteAlarms lists the alarms on metrics of CloudFront and its firewall, which are only in us-east-1.
func (y *system) siteAlarms() []alarm {
	firewall := map[string]*string{"WebACL": str(y.system()), "Rule": str("ALL")}
	site := map[string]*string{"DistributionId": y.distribution.DistributionId(), "Region": str("Global")}
	return []alarm{
		{name: "requests-blocked", metric: measure("AWS/WAFV2", "BlockedRequests", "Sum", five, firewall), over: 1_000, of: 2, in: 2},
		{name: "site-errors", metric: measure("AWS/CloudFront", "5xxErrorRate", "Average", five, site), over: 1, of: 2, in: 2},
	}
}

// allYear reports whether a schedule calls the function several times an hour, all year round.
func allYear(f functions.Function) bool {
	for _, s := range f.Schedules {
		if (s.From == functions.Day{}) && s.Every <= 5*time.Minute {
			return true
		}
	}
	return false
}

// newAlarms makes the alarms, their topic, and the dashboard.
func (y *system) newAlarms() {
	createAlarms(y.stack, y.stage, &awssns.TopicProps{TopicName: str(y.system() + "-alarms"), MasterKey: y.key}, y.alarms())
	y.newBudget()
	y.newDashboard()
}

// newSiteAlarms makes the stack of the alarms on the site, after the system's stack: one of them watches its distribution. An alarm is in
// the region of its metric, and its topic in the region of the alarm.
func (y *system) newSiteAlarms(app constructs.Construct) {
	stack := newStack(app, y.stage, "-site-alarms", front, "alarms on the site and its firewall")
	createAlarms(stack, y.stage, &awssns.TopicProps{TopicName: stack.StackName()}, y.siteAlarms())
	inspect(stack)
}

// createAlarms makes alarms and their topic.
func createAlarms(stack awscdk.Stack, s stage, props *awssns.TopicProps, alarms []alarm) {
	props.EnforceSSL = jsii.Bool(true)
	topic := awssns.NewTopic(stack, str("Alarms"), props)
	topic.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Sid: str("Alarms"), Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(str("cloudwatch.amazonaws.com"), nil)},
		Actions: jsii.Strings("sns:Publish"), Resources: &[]*string{topic.TopicArn()},
		Conditions: &map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": stack.Account()}},
	}))
	if s.AlarmMail != "" {
		awssns.NewSubscription(stack, str("AlarmMail"), &awssns.SubscriptionProps{Topic: topic, Protocol: awssns.SubscriptionProtocol_EMAIL, Endpoint: str(s.AlarmMail)})
	}
	speak := awscloudwatchactions.NewSnsAction(topic)
	for _, a := range alarms {
		kind, of, _ := strings.Cut(a.name, "/")
		props := &awscloudwatch.AlarmProps{
			AlarmName: str(s.system() + "-" + strings.ReplaceAll(a.name, "/", "-")), AlarmDescription: str("docs/runbook.md#" + kind),
			Metric: a.metric, Threshold: jsii.Number(a.over), EvaluationPeriods: jsii.Number(a.of), DatapointsToAlarm: jsii.Number(a.in),
			ComparisonOperator: awscloudwatch.ComparisonOperator_GREATER_THAN_THRESHOLD, TreatMissingData: awscloudwatch.TreatMissingData_NOT_BREACHING,
		}
		if a.silent {
			props.ComparisonOperator, props.TreatMissingData = awscloudwatch.ComparisonOperator_LESS_THAN_OR_EQUAL_TO_THRESHOLD, awscloudwatch.TreatMissingData_BREACHING
		}
		made := awscloudwatch.NewAlarm(stack, str("Alarm"+construct(kind)+construct(of)), props)
		made.AddAlarmAction(speak)
		made.AddOkAction(speak)
	}
}

// newBudget sends a mail to alarmMail at 80 % of the month's budget, and when the forecast exceeds it. The budget has no name:
// CloudFormation replaces it when the address changes, and names of budgets are unique.
func (y *system) newBudget() {
	if y.Budget == 0 {
		return
	}
	warning := func(kind string, percent int) any {
		return &awsbudgets.CfnBudget_NotificationWithSubscribersProperty{
			Notification: &awsbudgets.CfnBudget_NotificationProperty{NotificationType: str(kind), ComparisonOperator: str("GREATER_THAN"), Threshold: jsii.Number(percent), ThresholdType: str("PERCENTAGE")},
			Subscribers:  []any{&awsbudgets.CfnBudget_SubscriberProperty{SubscriptionType: str("EMAIL"), Address: str(y.AlarmMail)}},
		}
	}
	awsbudgets.NewCfnBudget(y.stack, str("Budget"), &awsbudgets.CfnBudgetProps{
		Budget: &awsbudgets.CfnBudget_BudgetDataProperty{
			BudgetType: str("COST"), TimeUnit: str("MONTHLY"), BudgetLimit: &awsbudgets.CfnBudget_SpendProperty{Amount: jsii.Number(y.Budget), Unit: str("USD")},
		},
		NotificationsWithSubscribers: []any{warning("ACTUAL", 80), warning("FORECASTED", 100)},
	})
}

// newDashboard shows on one page guests' actions, latencies and errors.
func (y *system) newDashboard() {
	graph := func(title string, metrics ...awscloudwatch.IMetric) awscloudwatch.IWidget {
		return awscloudwatch.NewGraphWidget(&awscloudwatch.GraphWidgetProps{Title: str(title), Left: &metrics, Width: jsii.Number(8)})
	}
	own := func(all ...telemetry.Metric) []awscloudwatch.IMetric {
		var metrics []awscloudwatch.IMetric
		for _, m := range all {
			metrics = append(metrics, y.counted(m, five))
		}
		return metrics
	}
	each := func(name, statistic string) []awscloudwatch.IMetric {
		var metrics []awscloudwatch.IMetric
		for _, f := range y.manifest {
			metrics = append(metrics, measure("AWS/Lambda", name, statistic, five, map[string]*string{"FunctionName": y.functions[f.Name].FunctionName()}))
		}
		return metrics
	}
	api := map[string]*string{"ApiId": y.api.Ref()}
	table := map[string]*string{"TableName": y.table.TableName()}
	awscloudwatch.NewDashboard(y.stack, str("Dashboard"), &awscloudwatch.DashboardProps{
		DashboardName: str(y.system()),
		Widgets: &[]*[]awscloudwatch.IWidget{
			{
				graph("Orders", own(telemetry.OrdersPlaced, telemetry.OrdersWithdrawn, telemetry.OrdersPutOff)...),
				graph("Payments", own(telemetry.PaymentsDeclined, telemetry.PaymentsFailed, telemetry.PaymentsUncollected, telemetry.PaymentsUnreturned, telemetry.PaymentsUnmatched, telemetry.PaymentsDisputed)...),
				graph("Timeslots", own(telemetry.HoldsTaken, telemetry.HoldsRefused, telemetry.HoldsBounded)...),
			},
			{
				graph("API, ms", measure("AWS/ApiGateway", "Latency", "p50", five, api), measure("AWS/ApiGateway", "Latency", "p99", five, api)),
				graph("API, calls", measure("AWS/ApiGateway", "Count", "Sum", five, api), measure("AWS/ApiGateway", "4xx", "Sum", five, api), measure("AWS/ApiGateway", "5xx", "Sum", five, api)),
				graph("Mails and messages to kitchens",
					own(telemetry.RowsPutOff, telemetry.RowsOverdue, telemetry.RowsSetAside, telemetry.JobsFailed)...),
			},
			{
				graph("Functions at once", each("ConcurrentExecutions", "Maximum")...),
				graph("Functions, p99 ms", each("Duration", "p99")...),
				graph("Errors and cold starts", own(telemetry.Errors, telemetry.ColdStarts)...),
			},
			{
				graph("Forms", own(telemetry.FormsReceived, telemetry.FormsBounded)...),
			},
			{
				graph("Table, units a minute", measure("AWS/DynamoDB", "ConsumedReadCapacityUnits", "Sum", time.Minute, table), measure("AWS/DynamoDB", "ConsumedWriteCapacityUnits", "Sum", time.Minute, table)),
				graph("Functions, failures", each("Errors", "Sum")...),
				graph("Functions, throttles", each("Throttles", "Sum")...),
			},
		},
	})
}
