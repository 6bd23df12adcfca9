package functions

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/person"
)

// Every partition that a function writes is either in the list that export and erasure walk, or declared as one without persons. The
// function that erases may delete the rows of each.
func TestEveryPartitionIsDeclaredForErasure(t *testing.T) {
	var privacy Rights
	for _, f := range All() {
		if f.Name == "privacy" {
			privacy = f.Table
		}
	}
	declared := func(partition string) bool {
		partition = strings.TrimSuffix(partition, "*")
		return slices.Contains(person.Impersonal, partition) ||
			slices.ContainsFunc(person.Stores, func(s person.Store) bool { return s.Prefix == partition })
	}
	for _, f := range All() {
		for _, partition := range slices.Concat(f.Table.Writes, f.Table.Index) {
			const add = "%s uses %s: add it to person.Stores, with how the rows of a person are found, or to person.Impersonal"
			assert.Check(t, declared(partition), add, f.Name, partition)
		}
	}
	for _, s := range person.Stores {
		assert.Check(t, (s.Show == nil) != (s.How == ""), "%s is found by the customer's id and shown, or in another way", s.Prefix)
		if s.Show != nil {
			can := privacy.May(Delete, s.Prefix+"x") && (s.Left == nil || privacy.May(Write, s.Prefix+"x"))
			assert.Check(t, can && privacy.May(Read, s.Prefix+"x"), "privacy cannot erase %s", s.Prefix)
		}
	}
}
