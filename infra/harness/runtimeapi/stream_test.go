package runtimeapi_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/aws/sigv4"
)

// stream reads a table's stream in DynamoDB Local, as Lambda does for the functions.
type stream struct {
	ctx       context.Context
	endpoint  string
	arn       string
	iterators map[string]string // position by shard; "" if the shard has ended
}

// record is one change as the stream returns it and as a function receives it.
type record = json.RawMessage

// next returns the records since the last call.
func (s *stream) next(t *testing.T) (all []record) {
	t.Helper()
	getenv := func(name string) string {
		return map[string]string{"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_ENDPOINT_URL_STREAMS": s.endpoint}[name]
	}
	service := sigv4.New("dynamodb", "streams.dynamodb", "STREAMS", 10*time.Second, getenv, time.Now)
	ask := func(what string, in, out any) {
		t.Helper()
		assert.NilError(t, service.Call(s.ctx, "/", "DynamoDBStreams_20120810."+what, in, out), what)
	}
	var of struct {
		StreamDescription struct{ Shards []struct{ ShardId string } }
	}
	ask("DescribeStream", map[string]any{"StreamArn": s.arn}, &of)
	if s.iterators == nil {
		s.iterators = map[string]string{}
	}
	for _, shard := range of.StreamDescription.Shards {
		if _, known := s.iterators[shard.ShardId]; known {
			continue
		}
		var begin struct{ ShardIterator string }
		ask("GetShardIterator", map[string]any{"StreamArn": s.arn, "ShardId": shard.ShardId, "ShardIteratorType": "TRIM_HORIZON"}, &begin)
		s.iterators[shard.ShardId] = begin.ShardIterator
	}
	for shard, at := range s.iterators {
		for at != "" {
			var page struct {
				Records           []record
				NextShardIterator string
			}
			ask("GetRecords", map[string]any{"ShardIterator": at, "Limit": 50}, &page)
			all, at = append(all, page.Records...), page.NextShardIterator
			if len(page.Records) == 0 {
				break
			}
		}
		s.iterators[shard] = at
	}
	return all
}

// matches reports whether Lambda's filter lets a record through. Each member of the pattern is a nested object or the list of allowed
// values, each a text or a prefix.
func matches(pattern, record any) bool {
	if in, ok := pattern.(map[string]any); ok {
		of, _ := record.(map[string]any)
		for name, inner := range in {
			if !matches(inner, of[name]) {
				return false
			}
		}
		return true
	}
	for _, may := range pattern.([]any) {
		text, _ := record.(string)
		if one, ok := may.(map[string]any); ok && record != nil && strings.HasPrefix(text, one["prefix"].(string)) || may == record {
			return true
		}
	}
	return false
}

// feed sends each function its records until the stream is empty, and returns their number.
func (d *deployed) feed() (fed int) {
	d.Helper()
	for quiet := 0; quiet < 2; quiet++ {
		all := d.stream.next(d.T)
		for _, p := range d.functions {
			if p.Feed() == "" {
				continue
			}
			var pattern any
			assert.NilError(d, json.Unmarshal([]byte(p.Feed()), &pattern))
			batch := struct{ Records []record }{Records: []record{}}
			for _, r := range all {
				var v any
				assert.NilError(d, json.Unmarshal(r, &v))
				if matches(pattern, v) {
					batch.Records = append(batch.Records, r)
				}
			}
			if len(batch.Records) == 0 {
				continue
			}
			quiet, fed = 0, fed+len(batch.Records)
			raw, _ := json.Marshal(batch) // it was decoded from JSON
			if answer := d.invoke(p.Name, raw); strings.Contains(string(answer), "itemIdentifier") {
				d.Fatalf("%s failed to process its records: %s\n%s", p.Name, answer, p.proc.Log())
			}
		}
	}
	return fed
}
