package main

import (
	"strings"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatch"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudwatchactions"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/jsii-runtime-go"

	"ordering/functions"
	"ordering/shared/telemetry"
)

// alarm is something that hurts guests. docs/runbook.md has a heading of its name that says what it means and what to do.
type alarm struct {
	name   string
	metric awscloudwatch.IMetric
	over   float64 // it sounds above this
	of     int     // periods of the metric that are looked at
	in     int     // of which so many are above
	silent bool    // it sounds when there is nothing at all: what should come by the clock does not
}

// measure is a metric of AWS: its value in each period, for what the dimensions name.
func measure(namespace, name, statistic string, period time.Duration, dimensions map[string]*string) awscloudwatch.IMetric {
	return awscloudwatch.NewMetric(&awscloudwatch.MetricProps{
		Namespace: str(namespace), MetricName: str(name), Statistic: str(statistic), Period: awscdk.Duration_Seconds(jsii.Number(period.Seconds())), DimensionsMap: &dimensions,
	})
}

// counted is a metric of our own.
func (y *system) counted(m telemetry.Metric, period time.Duration) awscloudwatch.IMetric {
	return measure(telemetry.Namespace, string(m), "Sum", period, map[string]*string{telemetry.ByService: str(y.system())})
}

// share is how many in a hundred of the one are the other; silent below a hundred, where one would already be one in a hundred.
func share(of, all awscloudwatch.IMetric, label string) awscloudwatch.IMetric {
	return awscloudwatch.NewMathExpression(&awscloudwatch.MathExpressionProps{
		Expression: str("IF(all >= 100, 100 * of / all, 0)"), Label: str(label), Period: awscdk.Duration_Minutes(jsii.Number(5)),
		UsingMetrics: &map[string]awscloudwatch.IMetric{"of": of, "all": all},
	})
}

const (
	five    = 5 * time.Minute
	quarter = 15 * time.Minute
)

// concurrency is what an account has from the beginning; where AWS has raised it, this may follow.
const concurrency = 1_000

// alarms lists what wakes somebody.
func (y *system) alarms() []alarm {
	api := map[string]*string{"ApiId": y.api.Ref()}
	queue := map[string]*string{"QueueName": y.undelivered.QueueName()}
	var all []alarm
	add := func(name string, metric awscloudwatch.IMetric, over float64, of, in int) {
		all = append(all, alarm{name: name, metric: metric, over: over, of: of, in: in})
	}
	add("payments-failed", y.counted(telemetry.PaymentsFailed, five), 4, 1, 1)
	add("payments-uncollected", y.counted(telemetry.PaymentsUncollected, five), 0, 1, 1)
	add("payments-unreturned", y.counted(telemetry.PaymentsUnreturned, five), 0, 1, 1)
	add("orders-put-off", y.counted(telemetry.OrdersPutOff, quarter), 20, 1, 1)
	add("messages-set-aside", y.counted(telemetry.RowsSetAside, five), 0, 1, 1)
	add("messages-put-off", y.counted(telemetry.RowsPutOff, quarter), 50, 1, 1)
	add("jobs-failed", y.counted(telemetry.JobsFailed, quarter), 3, 1, 1)
	add("undelivered", measure("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum", five, queue), 0, 1, 1)
	add("api-errors", share(measure("AWS/ApiGateway", "5xx", "Sum", five, api), measure("AWS/ApiGateway", "Count", "Sum", five, api), "Answers of 500 and above, %"), 1, 2, 2)
	add("api-slow", measure("AWS/ApiGateway", "Latency", "p99", five, api), 3_000, 3, 3)
	add("concurrency", measure("AWS/Lambda", "ConcurrentExecutions", "Maximum", time.Minute, nil), 0.8*concurrency, 5, 3)
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
	if y.Region == front { // CloudFront counts in that region only
		site := map[string]*string{"DistributionId": y.distribution.DistributionId(), "Region": str("Global")}
		add("site-errors", measure("AWS/CloudFront", "5xxErrorRate", "Average", five, site), 1, 2, 2)
	}
	return all
}

// allYear reports whether the clock calls the function several times an hour, all year round.
func allYear(f functions.Function) bool {
	for _, s := range f.Schedules {
		if (s.From == functions.Day{}) && s.Every <= 5*time.Minute {
			return true
		}
	}
	return false
}

// newAlarms makes the alarms, the topic that they speak to, and the dashboard.
func (y *system) newAlarms() {
	topic := awssns.NewTopic(y.stack, str("Alarms"), &awssns.TopicProps{TopicName: str(y.system() + "-alarms"), MasterKey: y.key, EnforceSSL: jsii.Bool(true)})
	topic.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Sid: str("Alarms"), Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(str("cloudwatch.amazonaws.com"), nil)},
		Actions: jsii.Strings("sns:Publish"), Resources: &[]*string{topic.TopicArn()},
		Conditions: &map[string]any{"StringEquals": map[string]any{"aws:SourceAccount": y.stack.Account()}},
	}))
	if y.AlarmMail != "" {
		awssns.NewSubscription(y.stack, str("AlarmMail"), &awssns.SubscriptionProps{Topic: topic, Protocol: awssns.SubscriptionProtocol_EMAIL, Endpoint: str(y.AlarmMail)})
	}
	speak := awscloudwatchactions.NewSnsAction(topic)
	for _, a := range y.alarms() {
		kind, of, _ := strings.Cut(a.name, "/")
		props := &awscloudwatch.AlarmProps{
			AlarmName: str(y.system() + "-" + strings.ReplaceAll(a.name, "/", "-")), AlarmDescription: str("docs/runbook.md#" + kind),
			Metric: a.metric, Threshold: jsii.Number(a.over), EvaluationPeriods: jsii.Number(a.of), DatapointsToAlarm: jsii.Number(a.in),
			ComparisonOperator: awscloudwatch.ComparisonOperator_GREATER_THAN_THRESHOLD, TreatMissingData: awscloudwatch.TreatMissingData_NOT_BREACHING,
		}
		if a.silent {
			props.ComparisonOperator, props.TreatMissingData = awscloudwatch.ComparisonOperator_LESS_THAN_OR_EQUAL_TO_THRESHOLD, awscloudwatch.TreatMissingData_BREACHING
		}
		made := awscloudwatch.NewAlarm(y.stack, str("Alarm"+construct(kind)+construct(of)), props)
		made.AddAlarmAction(speak)
		made.AddOkAction(speak)
	}
	y.newDashboard()
}

// newDashboard shows on one page what guests do, how long they wait, and what goes wrong.
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
				graph("Payments", own(telemetry.PaymentsDeclined, telemetry.PaymentsFailed, telemetry.PaymentsUncollected, telemetry.PaymentsUnreturned)...),
				graph("Timeslots", own(telemetry.HoldsTaken, telemetry.HoldsRefused, telemetry.HoldsBounded)...),
			},
			{
				graph("API, ms", measure("AWS/ApiGateway", "Latency", "p50", five, api), measure("AWS/ApiGateway", "Latency", "p99", five, api)),
				graph("API, calls", measure("AWS/ApiGateway", "Count", "Sum", five, api), measure("AWS/ApiGateway", "4xx", "Sum", five, api), measure("AWS/ApiGateway", "5xx", "Sum", five, api)),
				graph("Mails and messages to kitchens", own(telemetry.RowsPutOff, telemetry.RowsSetAside, telemetry.JobsFailed)...),
			},
			{
				graph("Functions at once", each("ConcurrentExecutions", "Maximum")...),
				graph("Functions, p99 ms", each("Duration", "p99")...),
				graph("Errors and cold starts", own(telemetry.Errors, telemetry.ColdStarts)...),
			},
			{
				graph("Table, units a minute", measure("AWS/DynamoDB", "ConsumedReadCapacityUnits", "Sum", time.Minute, table), measure("AWS/DynamoDB", "ConsumedWriteCapacityUnits", "Sum", time.Minute, table)),
				graph("Functions, failures", each("Errors", "Sum")...),
				graph("Functions, throttles", each("Throttles", "Sum")...),
			},
		},
	})
}
