package dynamo

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Tries is the number of tries of an operation.
const Tries = tries

// WithoutPauses makes the store retry without a pause.
func (s *Store) WithoutPauses() *Store {
	s.pause = func(context.Context, int) error { return nil }
	return s
}

// WithLongTimeout gives each operation a minute: DynamoDB Local is slow with two hundred concurrent requests on a busy machine.
func (s *Store) WithLongTimeout() *Store {
	s.timeout = time.Minute
	return s
}

// With returns the same table with another client.
func (s *Store) With(c *dynamodb.Client) *Store {
	other := *s
	other.client = c
	return &other
}
