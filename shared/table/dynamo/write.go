package dynamo

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"ordering/shared/table"
)

// Write applies all operations or none.
//
// One expression cannot both update a live item and replace an expired one. A Put or Add is sent as an update first. If
// its condition fails and DynamoDB returns an expired item, it is sent as a replacement.
func (s *Store) Write(ctx context.Context, ops ...table.Op) error {
	if err := table.Validate(ops); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("table: write: %w", err)
	}
	if len(ops) == 0 {
		return nil
	}
	replace := make([]bool, len(ops))
	for range tries {
		now, stamp := s.now().Unix(), s.stamp()
		requests := make([]types.TransactWriteItem, len(ops))
		for n, op := range ops {
			requests[n] = s.request(op, replace[n], now, stamp)
		}
		var failed []failure
		var err error
		if table.NeedsTransaction(ops) {
			failed, err = s.writeSet(ctx, requests, stamp)
		} else {
			failed, err = s.writeOne(ctx, ops[0], requests[0], now, stamp)
		}
		if err != nil || failed == nil {
			return err
		}
		if conflict := conflictOf(ops, failed, now); conflict != nil {
			return conflict
		}
		for _, f := range failed {
			replace[f.op] = f.found != nil && liveItem(f.found, now) == nil
		}
	}
	return fmt.Errorf("%w: write: other writes keep changing these items", table.ErrUnavailable)
}

// failure is an operation with a failed condition and the item that DynamoDB found (nil: none).
type failure struct {
	op    int
	found map[string]types.AttributeValue
}

// conflictOf returns a Conflict of the operations with a condition that does not hold. It returns nil if every operation failed only
// because of an expired item: they must be sent again.
func conflictOf(ops []table.Op, failed []failure, now int64) error {
	var conflict table.Conflict
	for _, f := range failed {
		if !ops[f.op].Holds(liveItem(f.found, now)) {
			conflict.Ops = append(conflict.Ops, f.op)
			conflict.Keys = append(conflict.Keys, ops[f.op].Item.Key)
		}
	}
	if conflict.Ops == nil {
		return nil
	}
	return &conflict
}

// writeSet sends a transaction. Its idempotency token is the stamp.
func (s *Store) writeSet(ctx context.Context, requests []types.TransactWriteItem, stamp []byte) ([]failure, error) {
	in := &dynamodb.TransactWriteItemsInput{TransactItems: requests, ClientRequestToken: aws.String(hex.EncodeToString(stamp))}
	_, err := s.try(ctx, "write", func(ctx context.Context) error {
		_, err := s.client.TransactWriteItems(ctx, in)
		return err
	})
	reasons := cancelled(err)
	if reasons == nil {
		return nil, err
	}
	var failed []failure
	for n, reason := range reasons {
		if conditionFailed(reason) {
			failed = append(failed, failure{n, reason.Item})
		}
	}
	return failed, nil
}

// writeOne sends a single operation. If its condition fails after a lost response, the stamp of the stored item shows
// whether the lost request was applied.
func (s *Store) writeOne(ctx context.Context, op table.Op, request types.TransactWriteItem, now int64, stamp []byte) ([]failure, error) {
	maybeApplied, err := s.try(ctx, "write", func(ctx context.Context) error { return s.send(ctx, request) })
	conflict := asConflict(err)
	if conflict == nil {
		return nil, err
	}
	if found, ok := conflict.Item["stamp"].(*types.AttributeValueMemberB); ok && bytes.Equal(found.Value, stamp) {
		return nil, nil
	}
	// A write of another client to this version shows that ours was not applied. Otherwise ours may have been applied and then overwritten.
	old := liveItem(conflict.Item, now)
	if maybeApplied && !op.Holds(old) && (old == nil || old.Version != op.Version+1) {
		return nil, fmt.Errorf("%w: write %s: a response was lost, so the write may or may not be applied", table.ErrUnavailable, op.Item.Key)
	}
	return []failure{{0, conflict.Item}}, nil
}

func (s *Store) send(ctx context.Context, request types.TransactWriteItem) error {
	var err error
	switch {
	case request.Put != nil:
		r := request.Put
		_, err = s.client.PutItem(ctx, &dynamodb.PutItemInput{
			TableName: r.TableName, Item: r.Item, ConditionExpression: r.ConditionExpression,
			ExpressionAttributeValues:           r.ExpressionAttributeValues,
			ReturnValuesOnConditionCheckFailure: r.ReturnValuesOnConditionCheckFailure,
		})
	case request.Update != nil:
		r := request.Update
		_, err = s.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{
			TableName: r.TableName, Key: r.Key, UpdateExpression: r.UpdateExpression, ConditionExpression: r.ConditionExpression,
			ExpressionAttributeValues:           r.ExpressionAttributeValues,
			ReturnValuesOnConditionCheckFailure: r.ReturnValuesOnConditionCheckFailure,
		})
	default:
		_, err = s.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: request.Delete.TableName, Key: request.Delete.Key})
	}
	return err
}
