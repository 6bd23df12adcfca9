// Package dynamo is the table engine for Amazon DynamoDB.
//
// A single operation is a PutItem, UpdateItem or DeleteItem with a condition. Several operations are one
// TransactWriteItems, at twice the price. After a throttle or a lost response the engine retries with jitter, up to a
// number of tries and a total time. A request with a lost response may have been applied, and then its condition no
// longer holds. So a transaction carries an idempotency token, and a single item carries a stamp of its write, by which
// a retry recognises its own write. A delete leaves no stamp, and a count must not be applied twice: these single
// operations are sent as a transaction of one. A single Put may be applied again over a later write of another client.
package dynamo

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"ordering/shared/backoff"
	"ordering/shared/table"
)

var _ table.Table = (*Store)(nil)

// Store is the engine. Make it with New.
type Store struct {
	client  *dynamodb.Client
	name    string
	now     func() time.Time
	timeout time.Duration // of all tries together
	pause   backoff.Pause // between two tries
	stamp   func() []byte // 16 random bytes
}

// New returns a Store for the DynamoDB table called name. The client must not retry (see NewClient): the SDK does not
// distinguish a lost response from a throttle. now decides what has expired.
func New(client *dynamodb.Client, name string, now func() time.Time) *Store {
	return &Store{client: client, name: name, now: now, timeout: totalTimeout, pause: backoff.Jitter(firstPause, longestPause), stamp: stamp}
}

func stamp() []byte {
	b := make([]byte, 16)
	rand.Read(b) // never fails
	return b
}

// Get reads one item with strong consistency.
func (s *Store) Get(ctx context.Context, key table.Key) (table.Item, error) {
	if !key.Valid() {
		return table.Item{}, table.ErrNotFound
	}
	in := &dynamodb.GetItemInput{TableName: &s.name, Key: keyAttributes(key), ConsistentRead: aws.Bool(true)}
	var out *dynamodb.GetItemOutput
	_, err := s.try(ctx, "get", func(ctx context.Context) (err error) {
		out, err = s.client.GetItem(ctx, in)
		return err
	})
	if err != nil {
		return table.Item{}, err
	}
	item := liveItem(out.Item, s.now().Unix())
	if item == nil {
		return table.Item{}, table.ErrNotFound
	}
	return *item, nil
}

// Query reads a partition of the table with strong consistency, or of the index.
func (s *Store) Query(ctx context.Context, q table.Query) (table.Page, error) {
	last, err := q.Last()
	if err != nil || q.Empty() || last != nil && ends(q, last.SK) {
		return table.Page{}, err
	}
	in := s.queryInput(q, last)
	limit := int32(min(q.Limit, 1000))
	var page table.Page
	size := 0
	for {
		if limit > 0 {
			in.Limit = aws.Int32(limit)
			limit = min(2*limit, 1000) // the limit counts expired items too: many of them cost few requests
		}
		var out *dynamodb.QueryOutput
		if _, err := s.try(ctx, "query", func(ctx context.Context) (err error) {
			out, err = s.client.Query(ctx, in)
			return err
		}); err != nil {
			return table.Page{}, err
		}
		for _, attributes := range out.Items {
			item := decode(attributes)
			page.Items = append(page.Items, item)
			if size += table.Size(item); size >= table.MaxPage || len(page.Items) == q.Limit {
				page.Cursor = q.After(item)
				return page, nil
			}
		}
		if out.LastEvaluatedKey == nil {
			return page, nil
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

// ends reports whether sk is the end of the query's range. DynamoDB rejects a start key there.
func ends(q table.Query, sk string) bool {
	return !q.Index && (q.Descending && sk == q.From || !q.Descending && sk == q.To)
}

func (s *Store) queryInput(q table.Query, last *table.Item) *dynamodb.QueryInput {
	pk, sk := "pk", "sk"
	in := &dynamodb.QueryInput{
		TableName:        &s.name,
		ConsistentRead:   aws.Bool(!q.Index),
		ScanIndexForward: aws.Bool(!q.Descending),
		FilterExpression: aws.String(notExpired),
	}
	if q.Index {
		pk, sk = "ipk", "isk"
		in.IndexName = aws.String(indexName)
	}
	condition := pk + " = :pk"
	values := map[string]types.AttributeValue{":pk": text(q.PK), ":now": number(s.now().Unix())}
	if q.From != "" {
		values[":from"] = text(q.From)
	}
	if q.To != "" {
		values[":to"] = text(q.To)
	}
	switch {
	case q.From != "" && q.To != "":
		condition += " AND " + sk + " BETWEEN :from AND :to"
	case q.From != "":
		condition += " AND " + sk + " >= :from"
	case q.To != "":
		condition += " AND " + sk + " <= :to"
	}
	in.KeyConditionExpression, in.ExpressionAttributeValues = &condition, values
	if last != nil {
		in.ExclusiveStartKey = keyAttributes(last.Key)
		if q.Index {
			in.ExclusiveStartKey["ipk"], in.ExclusiveStartKey["isk"] = text(last.Index.PK), text(last.Index.SK)
		}
	}
	return in
}

// asConflict returns the failed condition of a single operation, or nil.
func asConflict(err error) *types.ConditionalCheckFailedException {
	var failed *types.ConditionalCheckFailedException
	errors.As(err, &failed)
	return failed
}
