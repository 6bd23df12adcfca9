package throttled_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"ordering/shared/soak"
	"ordering/shared/table"
	"ordering/shared/table/tabletest"
	"ordering/shared/table/throttled"
)

func TestConformance(t *testing.T) {
	if !soak.Long() {
		t.Skip("set TEST_LONG=1 to run the conformance suite on this test engine")
	}
	tabletest.Run(t, func(t testing.TB, now func() time.Time) table.Table {
		engine := throttled.New(now, nil)
		engine.Free(true)
		return engine
	})
}

// A partition takes a thousand units per second; further writes wait or fail. Other partitions are not affected.
func TestPartitionAcceptsAThousandUnits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := throttled.New(time.Now, nil)
		put := func(pk string, n int) error {
			return engine.Write(t.Context(), table.Put(table.Item{Key: table.Key{PK: pk, SK: fmt.Sprint(n)}, Data: []byte("{}")}))
		}
		begun := time.Now()
		results := make(chan error)
		const writes = 6_000
		for n := range writes {
			go func() { results <- put("hot", n) }()
		}
		done, failed := 0, 0
		for range writes {
			switch err := <-results; {
			case err == nil:
				done++
			case errors.Is(err, table.ErrUnavailable):
				failed++
			default:
				t.Fatal(err)
			}
		}
		seconds := int(time.Since(begun)/time.Second) + 1
		if done > 1000*seconds || done < 1000*(seconds-1) || failed == 0 || engine.Throttled()["hot"] < failed {
			t.Errorf("%d written and %d failed in %d s", done, failed, seconds)
		}
		begun = time.Now()
		if err := put("calm", 1); err != nil || time.Since(begun) > 10*time.Millisecond {
			t.Errorf("another partition: %v after %v", err, time.Since(begun))
		}
	})
}
