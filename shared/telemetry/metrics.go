package telemetry

import "time"

// Namespace is the CloudWatch namespace of the metrics.
const Namespace = "Ordering"

// Dimensions of the metrics.
const (
	ByService  = "Service"
	ByFunction = "Function"
)

// Metric is the name of a counter.
type Metric string

// The metrics. docs/runbook.md has the response to each alarm.
const (
	OrdersPlaced    Metric = "OrdersPlaced"    // an order is placed: its payment is authorised, or it is free
	OrdersWithdrawn Metric = "OrdersWithdrawn" // cancelled by the guest or refused by the kitchen
	OrdersPutOff    Metric = "OrdersPutOff"    // processing of an order failed and will be retried

	PaymentsDeclined    Metric = "PaymentsDeclined"    // by the guest's card or bank
	PaymentsFailed      Metric = "PaymentsFailed"      // the provider did not answer, or rejected our request
	PaymentsUncollected Metric = "PaymentsUncollected" // an order is placed and its payment cannot be captured: manual action
	PaymentsUnreturned  Metric = "PaymentsUnreturned"  // an order is cancelled and its refund failed: manual action
	PaymentsUnmatched   Metric = "PaymentsUnmatched"   // a payment without an order, or an order without its payment: manual action
	PaymentsDisputed    Metric = "PaymentsDisputed"    // a cardholder objects to a payment, or the dispute was lost: manual action

	PointsWrong   Metric = "PointsWrong"   // an account of points does not match its entries, or cannot be kept: manual action
	PointsUnusual Metric = "PointsUnusual" // a customer reached the limit of points redeemed in a day: misuse, or a limit that is too low

	HoldsTaken   Metric = "HoldsTaken"   // a timeslot was held
	HoldsRefused Metric = "HoldsRefused" // the timeslot was full
	HoldsBounded Metric = "HoldsBounded" // a network reached its limit of holds in a restaurant: a script, or a crowd behind one address

	RowsPutOff   Metric = "RowsPutOff"   // delivery of a mail or a message to a kitchen failed and will be retried
	RowsOverdue  Metric = "RowsOverdue"  // a sweep found a mail or a message to a kitchen that has waited for ten minutes
	RowsSetAside Metric = "RowsSetAside" // delivery was given up: manual action

	SignInsFailed  Metric = "SignInsFailed"  // a sign-in with a wrong password or an unknown address
	SessionsReused Metric = "SessionsReused" // an old secret of a session was used again: a stolen cookie

	FormsReceived Metric = "FormsReceived" // a form was stored as a new case
	FormsBounded  Metric = "FormsBounded"  // a network reached its limit of forms or uploads: a script, or a crowd behind one address

	Errors     Metric = "Errors"     // responses with status 500 and above
	ColdStarts Metric = "ColdStarts" // a function's process started
	JobsFailed Metric = "JobsFailed" // a scheduled job ended with an error
)

// Metrics returns all metrics.
func Metrics() []Metric {
	return []Metric{
		OrdersPlaced, OrdersWithdrawn, OrdersPutOff, PaymentsDeclined, PaymentsFailed, PaymentsUncollected, PaymentsUnreturned,
		PaymentsUnmatched, PaymentsDisputed, PointsWrong, PointsUnusual,
		HoldsTaken, HoldsRefused, HoldsBounded, RowsPutOff, RowsOverdue, RowsSetAside, SignInsFailed, SessionsReused, FormsReceived, FormsBounded,
		Errors, ColdStarts, JobsFailed,
	}
}

// Dimensions returns the dimension sets of the metric. All metrics have the service. Metrics that say more about one
// function than about the system also have the function.
func (m Metric) Dimensions() [][]string {
	switch m {
	case Errors, ColdStarts, JobsFailed:
		return [][]string{{ByService}, {ByService, ByFunction}}
	}
	return [][]string{{ByService}}
}

// Alarm is a fault that a metric shows when its sum within a period exceeds a number. docs/runbook.md has a heading with its name.
type Alarm struct {
	Name   string
	Metric Metric
	Over   int
	Within time.Duration
}

// Alarms returns the alarms on metrics of our own, in the cloud and on one machine.
func Alarms() []Alarm {
	const five, quarter = 5 * time.Minute, 15 * time.Minute
	return []Alarm{
		{"payments-failed", PaymentsFailed, 4, five},
		{"payments-uncollected", PaymentsUncollected, 0, five},
		{"payments-unreturned", PaymentsUnreturned, 0, five},
		{"payments-unmatched", PaymentsUnmatched, 0, five},
		{"payments-disputed", PaymentsDisputed, 0, five},
		{"points-wrong", PointsWrong, 0, five},
		{"points-unusual", PointsUnusual, 2, quarter},
		{"orders-put-off", OrdersPutOff, 20, quarter},
		{"messages-set-aside", RowsSetAside, 0, five},
		{"messages-overdue", RowsOverdue, 0, five},
		{"messages-put-off", RowsPutOff, 50, quarter},
		{"sign-ins-failed", SignInsFailed, 500, quarter},
		{"sessions-reused", SessionsReused, 5, quarter},
		{"forms-flood", FormsReceived, 300, quarter},
		{"jobs-failed", JobsFailed, 3, quarter},
	}
}
