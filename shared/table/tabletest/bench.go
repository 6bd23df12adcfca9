package tabletest

import (
	"bytes"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"ordering/shared/table"
)

// BenchmarkReplace measures the store alone: 64 writers each replace their own document of 1 KB at its version, like a
// write of a cart. Its operations per second are the baseline for the product's operations.
func BenchmarkReplace(b *testing.B, t table.Table) {
	const parallel = 64
	document := bytes.Repeat([]byte("x"), 1000)
	for n := range parallel + runtime.GOMAXPROCS(0) {
		if err := t.Write(ctx, table.Put(item(fmt.Sprintf("w%03d", n), ""))); err != nil {
			b.Fatal(err)
		}
	}
	var next atomic.Int64
	b.SetParallelism(max(1, parallel/runtime.GOMAXPROCS(0)))
	b.ResetTimer()
	b.RunParallel(func(p *testing.PB) {
		mine := item(fmt.Sprintf("w%03d", next.Add(1)-1), string(document))
		stored, err := t.Get(ctx, mine.Key)
		if err != nil {
			b.Error(err)
			return
		}
		for version := stored.Version; p.Next(); version++ {
			if err := t.Write(ctx, table.Replace(mine, version)); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "writes/s")
}
