// Package outbox stores messages to other systems (mails, calls to a kitchen) and delivers them. A row is part of the atomic write
// that changes the state, so that there is never one without the other. A drainer delivers it at least once. The receiver deduplicates
// by the id of the row.
//
// In the cloud the table's stream feeds the drainer; on one machine Watch wakes it. A row names an order by its token and holds no
// guest data.
package outbox

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"ordering/shared/table"
)

// Kinds of rows.
const (
	KindOrderPlaced    = "order-placed"    // KindKitchenOrder and the receipt of KindMail in one row; payload OrderRow
	KindKitchenOrder   = "kitchen-order"   // send an order to the restaurant's point of sale; payload OrderRow
	KindKitchenCancel  = "kitchen-cancel"  // send it the cancellation of an order; payload OrderRow
	KindKitchenArrival = "kitchen-arrival" // send it the arrival of the guest, with the car; payload OrderRow
	KindKitchenErase   = "kitchen-erase"   // have it erase the guest of an erased order; payload OrderRow
	KindMail           = "mail"            // mail the guest; payload MailRow
	KindAccountMail    = "account-mail"    // mail about an account; payload customer.MailRow
	KindFormMail       = "form-mail"       // mail about a form; payload form.MailRow
	KindFormEvent      = "form-event"      // tell the system of the desks about a form; payload form.EventRow
)

// OrderRow is the payload of a row that needs only the order.
type OrderRow struct {
	Order string `json:"order"` // token
}

// MailRow is the payload of KindMail.
type MailRow struct {
	Order string `json:"order"` // token
	Mail  Mail   `json:"mail"`
}

// Mail is the kind of a mail to a guest about an order. The mail states the refund from the order's state at the time of sending.
type Mail string

const (
	MailConfirmed   Mail = "confirmed" // the receipt
	MailReady       Mail = "ready"
	MailCancelled   Mail = "cancelled"    // by the guest
	MailNotApproved Mail = "not-approved" // by the kitchen
)

// Mails lists them.
var Mails = []Mail{MailConfirmed, MailReady, MailCancelled, MailNotApproved}

// OrderPlaced returns the row that sends a new order to its kitchen and mails its guest the receipt. It costs half of two rows. See
// Delivery.parts.
func OrderPlaced(token string, due time.Time) table.Op {
	return Row(KindOrderPlaced, token+"/"+KindOrderPlaced, OrderRow{token}, due)
}

// KitchenOrder returns the row that sends an order to its kitchen.
func KitchenOrder(token string, due time.Time) table.Op {
	return table.Create(kitchenOrder(token, due).item())
}

func kitchenOrder(token string, due time.Time) Delivery {
	return newDelivery(KindKitchenOrder, token+"/"+KindKitchenOrder, OrderRow{token}, due)
}

// KitchenCancel returns the row that cancels an order in its kitchen.
func KitchenCancel(token string, due time.Time) table.Op {
	return Row(KindKitchenCancel, token+"/"+KindKitchenCancel, OrderRow{token}, due)
}

// KitchenErase returns the row that has a kitchen erase the guest's data of an order.
func KitchenErase(token string, due time.Time) table.Op {
	return Row(KindKitchenErase, token+"/"+KindKitchenErase, OrderRow{token}, due)
}

// KitchenArrival returns the row that sends the guest's arrival to the kitchen: nth is 1 for the arrival, and greater for corrections
// of the car.
func KitchenArrival(token string, nth int, due time.Time) table.Op {
	return Row(KindKitchenArrival, token+"/"+KindKitchenArrival+"-"+strconv.Itoa(nth), OrderRow{token}, due)
}

// OrderMail returns the row that mails the guest of an order. Each mail is sent once per order.
func OrderMail(token string, m Mail, due time.Time) table.Op {
	return table.Create(orderMail(token, m, due).item())
}

func orderMail(token string, m Mail, due time.Time) Delivery {
	return newDelivery(KindMail, MailID(token, m), MailRow{token, m}, due)
}

// MailID is the id of the row of a mail.
func MailID(token string, m Mail) string { return token + "/mail-" + string(m) }

// Row returns the operation that adds a row to the outbox, for the write that it belongs to. The id identifies the message for
// deduplication, as "<order token>/<what>": the rows of one order are delivered one after the other. A row is not delivered before
// due, which is a day ahead at most. It must stay below 1 KB: pass references, never guest data.
func Row(kind, id string, payload any, due time.Time) table.Op {
	return table.Create(newDelivery(kind, id, payload, due).item())
}

func newDelivery(kind, id string, payload any, due time.Time) Delivery {
	return Delivery{Kind: kind, ID: id, Payload: table.Encode(payload), Since: due.UTC(), due: due.UTC()}
}

// Delivery is a row of the outbox.
type Delivery struct {
	Kind    string          `json:"kind"`
	ID      string          `json:"id"`
	Payload json.RawMessage `json:"payload"`
	Since   time.Time       `json:"since"`           // when it was first due
	Tries   int             `json:"tries,omitempty"` // deliveries tried
	Faults  int             `json:"faults,omitempty"`
	Leased  time.Time       `json:"leased,omitzero"` // end of the drainer's lease
	Error   string          `json:"error,omitempty"` // the last one

	due     time.Time
	version int64
}

// Lane is the first part of the id, such as the order: the rows of one lane are delivered one after the other.
func (d Delivery) Lane() string {
	lane, _, _ := strings.Cut(d.ID, "/")
	return lane
}

func (d Delivery) isMail() bool {
	return d.Kind == KindMail || d.Kind == KindAccountMail || d.Kind == KindFormMail
}

// parts returns the deliveries of a row: itself, or the two of KindOrderPlaced. Their ids are those that they have as rows, so that a
// receiver recognises a repetition. Earlier tries of the row do not count for its parts, because
// one part may have caused all of them.
func (d Delivery) parts() ([]Delivery, error) {
	if d.Kind != KindOrderPlaced {
		return []Delivery{d}, nil
	}
	var row OrderRow
	if err := d.Into(&row); err != nil {
		return nil, err
	}
	parts := []Delivery{kitchenOrder(row.Order, d.due), orderMail(row.Order, MailConfirmed, d.due)}
	for n := range parts {
		parts[n].Since, parts[n].Tries, parts[n].Faults = d.Since, 1, 1
	}
	return parts, nil
}

// Into decodes the payload.
func (d Delivery) Into(payload any) error {
	if err := json.Unmarshal(d.Payload, payload); err != nil {
		return fmt.Errorf("outbox: payload is not what %s takes: %w", d.Kind, err) // the id contains the order's token: it must not be logged
	}
	return nil
}

// shards spread the rows over partitions. DynamoDB allows 1,000 write units a second in each, and an order costs four of them for its
// row: eight carry two thousand orders a second (docs/bursts.md). A sweep reads each of them, so that more would only cost.
const shards = 8

// Partition is the prefix of a shard; aside is the partition of undeliverable rows.
const (
	partition = "outbox#"
	aside     = partition + "aside"
)

// IsRow reports whether the key is that of a row to deliver, for consumers of the table's stream.
func IsRow(k table.Key) bool { return strings.HasPrefix(k.PK, partition) && k.PK != aside }

func shard(n int) string { return fmt.Sprintf("%s%d", partition, n) }

// key sorts rows by due, to the millisecond; digits are padded so that text sorts like time.
func key(id string, due time.Time) table.Key {
	lane, _, _ := strings.Cut(id, "/")
	h := fnv.New32a()
	h.Write([]byte(lane))
	return table.Key{PK: shard(int(h.Sum32() % shards)), SK: place(due) + "#" + id}
}

func place(due time.Time) string { return fmt.Sprintf("%014d", due.UnixMilli()) }

func (d Delivery) item() table.Item {
	return table.Item{Key: key(d.ID, d.due), Data: table.Encode(d)}
}
