package publish

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/brand"
	"ordering/shared/loyalty"
	"ordering/shared/loyalty/earning"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/table"
	"ordering/shared/table/sqlite/sqlitetest"
)

// streaming is a table with a stream: each write adds a record with the old and the new item.
type streaming struct {
	table.Table
	records []events.DynamoDBEventRecord
}

func image(i table.Item) map[string]events.DynamoDBAttributeValue {
	return map[string]events.DynamoDBAttributeValue{"doc": events.NewBinaryAttribute(i.Data)}
}

func (s *streaming) Write(ctx context.Context, ops ...table.Op) error {
	before := make([]table.Item, len(ops))
	for n, op := range ops {
		before[n], _ = s.Table.Get(ctx, op.Item.Key)
	}
	if err := s.Table.Write(ctx, ops...); err != nil {
		return err
	}
	for n, op := range ops {
		after, err := s.Table.Get(ctx, op.Item.Key)
		c := events.DynamoDBStreamRecord{
			Keys:           map[string]events.DynamoDBAttributeValue{"pk": events.NewStringAttribute(op.Item.PK), "sk": events.NewStringAttribute(op.Item.SK)},
			SequenceNumber: fmt.Sprint(len(s.records)),
		}
		if before[n].Version > 0 {
			c.OldImage = image(before[n])
		}
		if err == nil {
			c.NewImage = image(after)
		}
		s.records = append(s.records, events.DynamoDBEventRecord{EventName: "MODIFY", Change: c})
	}
	return nil
}

// board is a bus that stores events, unless it is away.
type board struct {
	events []Event
	away   bool
}

func (b *board) Put(_ context.Context, e Event) error {
	if b.away {
		return errors.New("away")
	}
	b.events = append(b.events, e)
	return nil
}

// none is a brand without points.
var none = new(earning.Earning)

// served returns the stream of an order with these kitchen events, in this order.
func served(t *testing.T, statuses ...order.Status) (*streaming, order.Order) {
	t.Helper()
	s := new(streaming)
	g := ordertest.NewOver(t, func(now func() time.Time) table.Table {
		store := sqlitetest.Open(t, now)
		s.Table = store
		return s
	})
	orders := g.Service()
	placed, err := order.NewCheckout(orders, g, ordertest.Guests, order.Pause).Place(t.Context(), g.Want(g.Fill("burger", 2), "ok", "key-of-a-test-000"))
	assert.NilError(t, err)
	for _, status := range statuses {
		g.Pass(time.Minute)
		_, err := orders.Advance(t.Context(), placed.ID, order.Event{Status: status, At: g.Now()})
		assert.NilError(t, err)
	}
	return s, g.Order(placed.Token)
}

// publishAll delivers the stream's records, none of which may fail, and returns the events.
func (s *streaming) publishAll(t *testing.T) []Event {
	t.Helper()
	bus := new(board)
	answer, err := Stream(s, none, bus)(t.Context(), events.DynamoDBEvent{Records: s.records})
	assert.NilError(t, err)
	assert.Assert(t, is.Len(answer.BatchItemFailures, 0), "%+v", answer)
	return bus.events
}

// made is the steps of an order in a kitchen.
var made = []order.Status{order.Accepted, order.InPreparation, order.Ready, order.Completed}

func TestEachStepIsPublishedOnce(t *testing.T) {
	s, o := served(t, made...)
	var steps []string
	for _, e := range s.publishAll(t) {
		steps = append(steps, string(e.Status))
		assert.Check(t, e.ID == o.ID+"/"+string(e.Status) && e.Order == o.ID && e.Location == "grill", "%+v", e)
		assert.Check(t, e.Total == o.Total && e.Promised.Equal(o.Start) && !e.At.IsZero(), "%+v", e)
		raw, err := json.Marshal(e)
		assert.NilError(t, err)
		for _, secret := range []string{o.Token, o.Basket, o.Contact.Email, o.Contact.FirstName, o.Contact.Phone, o.Payment().Intent} {
			assert.Check(t, secret == "" || !strings.Contains(string(raw), secret), "%s says %q", raw, secret)
		}
	}
	assert.Equal(t, strings.Join(steps, " "), "scheduled accepted in-preparation ready completed")
}

// A kitchen's events come in any order. A late one is published once, when it comes.
func TestLateStepIsPublishedOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 52))
	for range 8 {
		statuses := slices.Clone(made)
		random.Shuffle(len(statuses), func(i, j int) { statuses[i], statuses[j] = statuses[j], statuses[i] })
		s, _ := served(t, statuses...)
		var got []order.Status
		for _, e := range s.publishAll(t) {
			got = append(got, e.Status)
		}
		assert.Check(t, is.DeepEqual(got, append([]order.Status{order.Scheduled}, statuses...)))
	}
}

// While the bus is unavailable no event is lost or reordered: Lambda retries from the failed record.
func TestUnavailableBusLosesNoEvent(t *testing.T) {
	s, o := served(t, made...)
	bus := &board{away: true}
	answer, err := Stream(s, none, bus)(t.Context(), events.DynamoDBEvent{Records: s.records})
	assert.NilError(t, err)
	assert.Assert(t, is.Len(answer.BatchItemFailures, 1), "%+v", answer)
	bus.away = false
	for n, r := range s.records {
		if r.Change.SequenceNumber == answer.BatchItemFailures[0].ItemIdentifier {
			answer, err = Stream(s, none, bus)(t.Context(), events.DynamoDBEvent{Records: s.records[n:]})
			break
		}
	}
	assert.NilError(t, err)
	assert.Assert(t, is.Len(answer.BatchItemFailures, 0), "%+v", answer)
	assert.Check(t, len(bus.events) == 5 && bus.events[0].ID == o.ID+"/scheduled", "%+v", bus.events)
}

// Fault 33: an unreadable record is set aside alone, and other steps are published. Lambda bisects a batch that fails as a whole.
func TestUnreadableRecordIsIsolated(t *testing.T) {
	s, o := served(t, made...)
	torn := table.Item{Key: table.Key{PK: "order#torn", SK: "progress"}, Data: []byte(`{"steps":[{"status":"ready"}],"torn`)}
	assert.NilError(t, s.Table.Write(t.Context(), table.Create(torn)))
	readable := image(table.Item{Data: []byte(`{"steps":[{"status":"ready"}]}`)})
	poison := events.DynamoDBEventRecord{Change: events.DynamoDBStreamRecord{
		Keys:     map[string]events.DynamoDBAttributeValue{"pk": events.NewStringAttribute(torn.PK), "sk": events.NewStringAttribute(torn.SK)},
		NewImage: readable, SequenceNumber: "poison",
	}}
	bus := new(board)
	var aside []string
	var feed func(records []events.DynamoDBEventRecord)
	feed = func(records []events.DynamoDBEventRecord) {
		answer, err := Stream(s, none, bus)(t.Context(), events.DynamoDBEvent{Records: records})
		switch half := len(records) / 2; {
		case len(answer.BatchItemFailures) > 0:
			t.Errorf("no failure: got %+v, want no record to retry", answer)
		case err != nil && half == 0:
			aside = append(aside, records[0].Change.SequenceNumber)
		case err != nil:
			feed(records[:half])
			feed(records[half:])
		}
	}
	feed(slices.Insert(slices.Clone(s.records), 1, poison))
	var published []string
	for _, e := range bus.events {
		if id := strings.TrimPrefix(e.ID, o.ID+"/"); !slices.Contains(published, id) { // events may repeat
			published = append(published, id)
		}
	}
	assert.DeepEqual(t, aside, []string{"poison"})
	assert.Equal(t, strings.Join(published, " "), "scheduled accepted in-preparation ready completed")
}

// Points that cannot be given withhold no event. The record is set aside.
func TestStepsOfAnOrderWithoutPointsArePublished(t *testing.T) {
	s, o := served(t, made...)
	now := func() time.Time { return o.Start }
	_, _, err := order.Claim(t.Context(), s.Table, ordertest.Guests, o.Contact.Email, "ann", o.PlacedAt)
	assert.NilError(t, err)
	torn := table.Item{Key: table.Key{PK: loyalty.Prefix + "ann", SK: "once#earn#" + o.ID}, Data: []byte("{")}
	assert.NilError(t, s.Table.Write(t.Context(), table.Create(torn)))
	bus := new(board)
	_, err = Stream(s, earning.New(s.Table, brand.Default(), now), bus)(t.Context(), events.DynamoDBEvent{Records: s.records})
	assert.ErrorIs(t, err, errPoison)
	assert.Equal(t, bus.events[len(bus.events)-1].ID, o.ID+"/completed")
}

// A refund of an order that no kitchen completed takes the points back that it earned when it was overdue.
func TestRefundOfAnOverdueOrderIsSettled(t *testing.T) {
	s, o := served(t)
	_, _, err := order.Claim(t.Context(), s.Table, ordertest.Guests, o.Contact.Email, "ann", o.PlacedAt)
	assert.NilError(t, err)
	points := earning.New(s.Table, brand.Default(), func() time.Time { return o.Start.AddDate(0, 0, 10) })
	assert.NilError(t, points.Order(t.Context(), o.Token))
	balance := func() int64 {
		a, err := loyalty.Load(t.Context(), s.Table, "ann")
		assert.NilError(t, err)
		return a.Balance()
	}
	assert.Equal(t, balance(), int64(20))
	s.records = nil
	tenders := slices.Clone(o.Tenders)
	tenders[0].Refunds = []order.Refund{{Key: "refund-1", Amount: o.Total, At: o.Start}}
	o.Tenders = tenders
	raw, err := json.Marshal(o.Progress)
	assert.NilError(t, err)
	progress := table.Item{Key: table.Key{PK: "order#" + o.Token, SK: "progress"}, Data: raw}
	assert.NilError(t, s.Write(t.Context(), table.Put(progress)))
	_, err = Stream(s, points, new(board))(t.Context(), events.DynamoDBEvent{Records: s.records})
	assert.NilError(t, err)
	assert.Equal(t, balance(), int64(0))
}

func TestRecordsWithoutANewStepAreIgnored(t *testing.T) {
	s, _ := served(t, made...)
	progress := func(old, new map[string]events.DynamoDBAttributeValue) events.DynamoDBStreamRecord {
		return events.DynamoDBStreamRecord{Keys: map[string]events.DynamoDBAttributeValue{"pk": events.NewStringAttribute("order#gone"), "sk": events.NewStringAttribute("progress")}, OldImage: old, NewImage: new}
	}
	doc := func(text string) map[string]events.DynamoDBAttributeValue {
		return image(table.Item{Data: []byte(text)})
	}
	ready := `{"steps":[{"status":"ready","at":"2026-11-20T18:00:00Z"}]}`
	for name, c := range map[string]events.DynamoDBStreamRecord{
		"a removal":                 progress(doc(ready), nil),
		"the same steps":            progress(doc(ready), doc(ready)),
		"an order that has expired": progress(nil, doc(ready)),
		"no progress":               progress(nil, doc(`{"steps":7}`)),
		"no document":               progress(nil, map[string]events.DynamoDBAttributeValue{"doc": events.NewStringAttribute("x")}),
	} {
		s.records = []events.DynamoDBEventRecord{{Change: c}}
		assert.Check(t, is.Len(s.publishAll(t), 0), name)
	}
}
