package picture

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
)

// inPieces gives data in pieces of at most size bytes, some of them empty.
func inPieces(data []byte, size int) func() ([]byte, error) {
	empty := false
	return func() ([]byte, error) {
		if len(data) == 0 {
			return nil, nil
		}
		if empty = !empty; empty {
			return []byte{}, nil
		}
		n := min(size, len(data))
		piece := data[:n]
		data = data[n:]
		return piece, nil
	}
}

func TestInflatesAsTheStandardLibraryDoes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 9))
	random := func(n, letters int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.IntN(letters))
		}
		return b
	}
	far := bytes.Repeat(append(random(32_700, 256), random(68, 3)...), 4) // matches reach back as far as they can
	for name, data := range map[string][]byte{
		"nothing": nil, "a byte": {7}, "one byte often": bytes.Repeat([]byte{9}, 120_000), "two in turns": bytes.Repeat([]byte{1, 2}, 60_000), "noise": random(100_000, 256),
		"few letters": random(110_000, 5), "far back": far, "rows": rows(r, 400, 300),
	} {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, flate.DefaultCompression, flate.BestCompression} {
			var packed bytes.Buffer
			w, err := zlib.NewWriterLevel(&packed, level)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(data); i += 60_001 { // an empty block between, as a flush leaves it
				_, _ = w.Write(data[i:min(len(data), i+60_001)])
				_ = w.Flush()
			}
			_ = w.Close()
			for _, size := range []int{1 + r.IntN(9), 8192, 1 << 30} {
				f, err := newInflater(inPieces(packed.Bytes(), size))
				if err != nil {
					t.Fatal(err)
				}
				got := make([]byte, len(data))
				for rest := got; len(rest) > 0 && err == nil; {
					n := min(len(rest), 1+r.IntN(5000))
					err = f.read(rest[:n])
					rest = rest[n:]
				}
				if err != nil || !bytes.Equal(got, data) {
					t.Errorf("%s at level %d in pieces of %d: %v, equal %t", name, level, size, err, bytes.Equal(got, data))
				}
				if err := f.read(make([]byte, 1)); !errors.Is(err, ErrTruncated) {
					t.Errorf("%s at level %d: behind the end is %v", name, level, err)
				}
			}
		}
	}
}

// rows are like those of a PNG: small differences, and the same again in the next row.
func rows(r *rand.Rand, w, h int) []byte {
	b := make([]byte, w*h)
	for i := range b {
		b[i] = byte(int(r.NormFloat64() * 3))
		if i >= w && r.IntN(3) > 0 {
			b[i] = b[i-w]
		}
	}
	return b
}

// FuzzInflate gives anything to both decoders: one of them must not make something of what the other one refuses.
func FuzzInflate(f *testing.F) {
	for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, flate.BestCompression} {
		var packed bytes.Buffer
		w, err := zlib.NewWriterLevel(&packed, level)
		if err != nil {
			f.Fatal(err)
		}
		_, _ = w.Write(rows(rand.New(rand.NewPCG(1, 1)), 50, 40))
		_ = w.Close()
		f.Add(packed.Bytes(), uint8(3))
		f.Add(packed.Bytes()[:packed.Len()/2], uint8(200))
	}
	f.Add([]byte("\x78\x9c\x03\x00\x00\x00\x00\x01"), uint8(1))
	f.Add([]byte("\x78\x01\x01\x03\x00\xfc\xffabc"), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		const limit = 1 << 17
		if len(data) < 2 {
			return
		}
		// The body alone: the standard library looks at the checksum behind it, which is none of ours.
		want, refused := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data[2:])), limit))
		g, err := newInflater(inPieces(data, int(size)+1))
		if err != nil {
			known(t, err)
			return
		}
		got := make([]byte, len(want))
		if err := g.read(got); refused == nil && (err != nil || !bytes.Equal(got, want)) || err == nil && !bytes.Equal(got, want) {
			t.Fatalf("%d bytes: %v, the same %t", len(want), err, bytes.Equal(got, want))
		} else if err == nil && len(want) < limit {
			err = g.read(make([]byte, 1))
			if err == nil {
				t.Fatalf("there is more than the standard library sees: %v", refused)
			}
			known(t, err)
		}
	})
}
