package dynamo

import (
	"math/big"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"ordering/shared/table"
)

// Attributes of an item: pk, sk, ver, expires (always present: table.Never if the item does not expire), cnt; ipk and isk if it is indexed;
// doc if it has data; stamp, which marks the write that put it. No name is a reserved word of DynamoDB.
const (
	indexName  = "index"
	notExpired = "expires > :now"
	absent     = "(attribute_not_exists(pk) OR expires <= :now)"
)

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

func binary(b []byte) types.AttributeValue { return &types.AttributeValueMemberB{Value: b} }

func keyAttributes(k table.Key) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"pk": text(k.PK), "sk": text(k.SK)}
}

func encode(i table.Item, stamp []byte) map[string]types.AttributeValue {
	attributes := map[string]types.AttributeValue{
		"pk": text(i.PK), "sk": text(i.SK), "ver": number(i.Version), "expires": number(i.Epoch()), "cnt": number(i.Count),
		"stamp": binary(stamp),
	}
	if i.Index != (table.Key{}) {
		attributes["ipk"], attributes["isk"] = text(i.Index.PK), text(i.Index.SK)
	}
	if len(i.Data) > 0 {
		attributes["doc"] = binary(i.Data)
	}
	return attributes
}

func decode(attributes map[string]types.AttributeValue) table.Item {
	str := func(name string) string {
		s, _ := attributes[name].(*types.AttributeValueMemberS)
		if s == nil {
			return ""
		}
		return s.Value
	}
	num := func(name string) int64 {
		n, _ := attributes[name].(*types.AttributeValueMemberN)
		if n == nil {
			return 0
		}
		v, _ := strconv.ParseInt(n.Value, 10, 64)
		return v
	}
	i := table.Item{
		Key:     table.Key{PK: str("pk"), SK: str("sk")},
		Version: num("ver"),
		Expires: table.FromEpoch(num("expires")),
		Index:   table.Key{PK: str("ipk"), SK: str("isk")},
		Count:   num("cnt"),
	}
	if b, ok := attributes["doc"].(*types.AttributeValueMemberB); ok {
		i.Data = b.Value
	}
	return i
}

// liveItem returns the item of attributes at second now, or nil if it is absent or has expired.
func liveItem(attributes map[string]types.AttributeValue, now int64) *table.Item {
	if attributes == nil {
		return nil
	}
	i := decode(attributes)
	if i.Epoch() <= now {
		return nil
	}
	return &i
}

// request returns op as a DynamoDB request. With replace, a Put or Add requires an absent or expired item and replaces it;
// without, it updates the live item or creates an absent one.
func (s *Store) request(op table.Op, replace bool, now int64, stamp []byte) types.TransactWriteItem {
	values := map[string]types.AttributeValue{":now": number(now)}
	atVersion := func() string {
		values[":was"] = number(op.Version)
		return "ver = :was AND " + notExpired
	}
	switch {
	case op.Kind == table.KindReplace:
		next := op.Item
		next.Version = op.Version + 1
		return s.put(next, atVersion(), values, stamp)
	case op.Kind == table.KindCreate || replace:
		return s.put(op.Result(nil), absent, values, stamp)
	case op.Kind == table.KindDelete && op.Version == 0:
		return types.TransactWriteItem{Delete: &types.Delete{TableName: &s.name, Key: keyAttributes(op.Item.Key)}}
	case op.Kind == table.KindDelete:
		condition := atVersion()
		return types.TransactWriteItem{Delete: &types.Delete{
			TableName: &s.name, Key: keyAttributes(op.Item.Key), ConditionExpression: &condition, ExpressionAttributeValues: values,
			ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
		}}
	case op.Kind == table.KindAdd:
		return s.add(op, values)
	}
	return s.overwrite(op.Item, values, stamp)
}

func (s *Store) put(i table.Item, condition string, values map[string]types.AttributeValue, stamp []byte) types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{
		TableName: &s.name, Item: encode(i, stamp), ConditionExpression: &condition, ExpressionAttributeValues: values,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}
}

func (s *Store) update(k table.Key, expression, condition string, values map[string]types.AttributeValue) types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: &s.name, Key: keyAttributes(k), UpdateExpression: &expression, ConditionExpression: &condition,
		ExpressionAttributeValues:           values,
		ReturnValuesOnConditionCheckFailure: types.ReturnValuesOnConditionCheckFailureAllOld,
	}}
}

const nextVersion = "ver = if_not_exists(ver, :zero) + :one"

// overwrite returns the update of a Put over a live or absent item: only an update can increment the version. Its
// condition excludes its own stamp, so a retry does not increment twice.
func (s *Store) overwrite(i table.Item, values map[string]types.AttributeValue, stamp []byte) types.TransactWriteItem {
	values[":zero"], values[":one"] = number(0), number(1)
	set, remove := "SET "+nextVersion, ""
	attributes := encode(i, stamp)
	for _, name := range []string{"expires", "cnt", "stamp", "ipk", "isk", "doc"} {
		if value, ok := attributes[name]; ok {
			set += ", " + name + " = :" + name
			values[":"+name] = value
		} else if remove == "" {
			remove = " REMOVE " + name
		} else {
			remove += ", " + name
		}
	}
	condition := "(attribute_not_exists(pk) OR " + notExpired + ") AND NOT stamp = :stamp"
	return s.update(i.Key, set+remove, condition, values)
}

// add changes the count of a live item, or of an absent one if delta alone is within the bounds.
func (s *Store) add(op table.Op, values map[string]types.AttributeValue) types.TransactWriteItem {
	// Subtract delta from the bounds, not from the stored number. They may exceed int64; DynamoDB's numbers have 38 digits.
	bound := func(n int64) types.AttributeValue {
		b := new(big.Int).Sub(big.NewInt(n), big.NewInt(op.Delta))
		return &types.AttributeValueMemberN{Value: b.String()}
	}
	values[":zero"], values[":one"], values[":delta"] = number(0), number(1), number(op.Delta)
	values[":low"], values[":high"] = bound(op.Min), bound(op.Max)
	values[":expires"] = number(op.Item.Epoch())
	condition := "(" + notExpired + " AND cnt >= :low AND cnt <= :high)"
	if op.Holds(nil) {
		condition = "attribute_not_exists(pk) OR " + condition
	}
	expression := "SET " + nextVersion + ", cnt = if_not_exists(cnt, :zero) + :delta, expires = if_not_exists(expires, :expires)"
	return s.update(op.Item.Key, expression, condition, values)
}
