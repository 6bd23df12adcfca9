package sqlite

import (
	"fmt"
	"testing"
	"time"

	"ordering/shared/table"
)

// A write costs the same for any number of open carts: the search for expired rows stops at the first live one.
func BenchmarkWriteAmongManyThatWillExpire(b *testing.B) {
	for _, open := range []int{100, 20_000} {
		b.Run(fmt.Sprint(open), func(b *testing.B) {
			s, err := Open(b.TempDir()+"/table.db", time.Now)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			cart := func(n int) table.Op {
				return table.Put(table.Item{Key: table.Key{PK: fmt.Sprint("cart#", n), SK: "cart"}, Expires: time.Now().Add(time.Hour), Data: []byte("{}")})
			}
			for n := 0; n < open; n += 50 {
				var ops []table.Op
				for i := range 50 {
					ops = append(ops, cart(n+i))
				}
				if err := s.Write(b.Context(), ops...); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				if err := s.Write(b.Context(), cart(7)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
