package dynamo

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// Tries is how often an operation is tried.
const Tries = tries

// Impatient makes the store try again at once.
func (s *Store) Impatient() *Store {
	s.pause = func(context.Context, int) error { return nil }
	return s
}

// Patient gives each operation a minute: DynamoDB Local answers two hundred at once slowly on a busy machine.
func (s *Store) Patient() *Store {
	s.patience = time.Minute
	return s
}

// With is the same table through another client.
func (s *Store) With(c *dynamodb.Client) *Store {
	other := *s
	other.client = c
	return &other
}
