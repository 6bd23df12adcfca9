// Package outbox carries what must happen outside the table (a mail, a call to a kitchen) from the write that decided it to
// whoever does it. The row is part of the same atomic write as the change of state, so that neither is ever without the
// other; a drainer delivers it at least once, and the id of the row tells the receiver what it has already done.
//
// In the cloud the stream of the table feeds the drainer; on one machine Watch wakes it. A row speaks of an order by its
// token and holds no data of the guest.
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
	KindKitchenOrder   = "kitchen-order"   // tell the restaurant's point of sale of an order; payload OrderRow
	KindKitchenCancel  = "kitchen-cancel"  // tell it that an order is cancelled; payload OrderRow
	KindKitchenArrival = "kitchen-arrival" // tell it that the guest of an order is there, and in which car; payload OrderRow
	KindMail           = "mail"            // write to the guest; payload MailRow
)

// OrderRow is the payload of a row that needs no more than the order.
type OrderRow struct {
	Order string `json:"order"` // token
}

// MailRow is the payload of KindMail.
type MailRow struct {
	Order string `json:"order"` // token
	Mail  Mail   `json:"mail"`
}

// Mail names what is written to a guest about an order. What was given back is said in the mail, from the order as it stands then.
type Mail string

const (
	MailConfirmed   Mail = "confirmed" // the receipt
	MailReady       Mail = "ready"
	MailCancelled   Mail = "cancelled"    // by the guest
	MailNotApproved Mail = "not-approved" // by the kitchen
)

// Mails lists them.
var Mails = []Mail{MailConfirmed, MailReady, MailCancelled, MailNotApproved}

// KitchenOrder is the row that sends an order to its kitchen.
func KitchenOrder(token string, due time.Time) table.Op {
	return Row(KindKitchenOrder, token+"/"+KindKitchenOrder, OrderRow{token}, due)
}

// KitchenCancel is the row that calls an order off in its kitchen.
func KitchenCancel(token string, due time.Time) table.Op {
	return Row(KindKitchenCancel, token+"/"+KindKitchenCancel, OrderRow{token}, due)
}

// KitchenArrival is the row that tells the kitchen that the guest of an order is there: the first time, or what the nth correction
// says of the car.
func KitchenArrival(token string, nth int, due time.Time) table.Op {
	return Row(KindKitchenArrival, token+"/"+KindKitchenArrival+"-"+strconv.Itoa(nth), OrderRow{token}, due)
}

// OrderMail is the row that writes to the guest of an order; each mail leaves once an order.
func OrderMail(token string, m Mail, due time.Time) table.Op {
	return Row(KindMail, MailID(token, m), MailRow{token, m}, due)
}

// MailID is the id of the row of a mail.
func MailID(token string, m Mail) string { return token + "/mail-" + string(m) }

// Row is the operation that leaves a row in the outbox, to be put into the write that it belongs to. The id says what shall
// happen once, as "<order token>/<what>": the rows of one order are delivered one after the other. A row is not delivered
// before due, which is a day ahead at most. It must stay below 1 KB: pass references, never data of the guest.
func Row(kind, id string, payload any, due time.Time) table.Op {
	raw, err := json.Marshal(payload)
	if err != nil {
		panic(fmt.Errorf("outbox: payload of %s: %w", kind, err)) // a payload is a struct of ours
	}
	return table.Create(Delivery{Kind: kind, ID: id, Payload: raw, Since: due.UTC(), due: due.UTC()}.item())
}

// Delivery is a row on its way to a handler.
type Delivery struct {
	Kind    string          `json:"kind"`
	ID      string          `json:"id"`
	Payload json.RawMessage `json:"payload"`
	Since   time.Time       `json:"since"`           // when it was first due
	Tries   int             `json:"tries,omitempty"` // how often it was handed to a handler
	Faults  int             `json:"faults,omitempty"`
	Leased  time.Time       `json:"leased,omitzero"` // a drainer has it until then
	Error   string          `json:"error,omitempty"` // the last one

	due     time.Time
	version int64
}

// Lane is what the row is about: the rows of one lane are delivered one after the other.
func (d Delivery) Lane() string {
	lane, _, _ := strings.Cut(d.ID, "/")
	return lane
}

// Into decodes the payload.
func (d Delivery) Into(payload any) error {
	if err := json.Unmarshal(d.Payload, payload); err != nil {
		return fmt.Errorf("outbox: payload is not what %s takes: %w", d.Kind, err) // the id opens an order: it stays out of the log
	}
	return nil
}

// shards spread the rows over partitions. DynamoDB takes 1,000 write units a second in each, and an order costs some 15 of them for its
// rows: eight bear five hundred orders a second (docs/bursts.md). A sweep asks each of them, so that more would only cost.
const shards = 8

// Partition names a shard; aside is where rows that nobody could deliver are kept.
const (
	partition = "outbox#"
	aside     = partition + "aside"
)

// IsRow says whether the key is that of a row to deliver, as the stream of the table needs to know.
func IsRow(k table.Key) bool { return strings.HasPrefix(k.PK, partition) && k.PK != aside }

func shard(n int) string { return fmt.Sprintf("%s%d", partition, n) }

// key puts rows in the order of due, to the millisecond; digits are padded so that text sorts as time does.
func key(id string, due time.Time) table.Key {
	lane, _, _ := strings.Cut(id, "/")
	h := fnv.New32a()
	h.Write([]byte(lane))
	return table.Key{PK: shard(int(h.Sum32() % shards)), SK: place(due) + "#" + id}
}

func place(due time.Time) string { return fmt.Sprintf("%014d", due.UnixMilli()) }

func (d Delivery) item() table.Item {
	raw, err := json.Marshal(d)
	if err != nil {
		panic(fmt.Errorf("outbox: row %s: %w", d.ID, err))
	}
	return table.Item{Key: key(d.ID, d.due), Data: raw}
}
