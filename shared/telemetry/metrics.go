package telemetry

// Namespace is where CloudWatch keeps the metrics.
const Namespace = "Ordering"

// Dimensions of the metrics.
const (
	ByService  = "Service"
	ByFunction = "Function"
)

// Metric is the name of something that is counted.
type Metric string

// The metrics. docs/runbook.md says of each that has an alarm what to do.
const (
	OrdersPlaced    Metric = "OrdersPlaced"    // an order stands: it is paid, or its payment is set aside
	OrdersWithdrawn Metric = "OrdersWithdrawn" // cancelled by the guest or refused by the kitchen
	OrdersPutOff    Metric = "OrdersPutOff"    // an order could not be moved on, and is tried again

	PaymentsDeclined    Metric = "PaymentsDeclined"    // the guest's card or bank said no
	PaymentsFailed      Metric = "PaymentsFailed"      // the provider did not answer, or refused what we asked
	PaymentsUncollected Metric = "PaymentsUncollected" // an order stands and its money cannot be had: a person must look
	PaymentsUnreturned  Metric = "PaymentsUnreturned"  // an order is off and its money cannot be given back: a person must look
	PaymentsUnmatched   Metric = "PaymentsUnmatched"   // a payment without an order, or an order without its payment: a person must look

	HoldsTaken   Metric = "HoldsTaken"   // a guest has a timeslot
	HoldsRefused Metric = "HoldsRefused" // the timeslot was full
	HoldsBounded Metric = "HoldsBounded" // a network holds as many of a restaurant as it may: a script, or a crowd behind one address

	RowsPutOff   Metric = "RowsPutOff"   // a mail or a message to a kitchen waits for its receiver
	RowsSetAside Metric = "RowsSetAside" // one that nobody could deliver: a person must look

	Errors     Metric = "Errors"     // answers of 500 and above
	ColdStarts Metric = "ColdStarts" // a function's process began
	JobsFailed Metric = "JobsFailed" // a scheduled job ended with an error
)

// Metrics lists them.
func Metrics() []Metric {
	return []Metric{
		OrdersPlaced, OrdersWithdrawn, OrdersPutOff, PaymentsDeclined, PaymentsFailed, PaymentsUncollected, PaymentsUnreturned, PaymentsUnmatched,
		HoldsTaken, HoldsRefused, HoldsBounded, RowsPutOff, RowsSetAside, Errors, ColdStarts, JobsFailed,
	}
}

// Dimensions are the sets that the metric is kept by. All are kept by the service; what tells more of one function than of the whole
// is kept by the function too.
func (m Metric) Dimensions() [][]string {
	switch m {
	case Errors, ColdStarts, JobsFailed:
		return [][]string{{ByService}, {ByService, ByFunction}}
	}
	return [][]string{{ByService}}
}
