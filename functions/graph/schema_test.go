package graph

import (
	"testing"

	"ordering/functions/api/graphql/graphqltest"
)

func TestGoTypesHaveTheFieldsOfTheSchema(t *testing.T) {
	results := map[string]any{"me": person{}, "orders": connection{}, "order": &node{}, "favourites": []string{}}
	graphqltest.Check(t, Schema, new(Graph).resolvers(), results)
}
