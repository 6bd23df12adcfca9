package picture

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"os"
	"testing"

	"ordering/shared/picture/picturetest"
)

func TestX(t *testing.T) {
	src := asJPEG(t, picturetest.Scene(1, 333, 251))
	want, _ := jpeg.Decode(bytes.NewReader(src))
	p, _, err := decodeJPEG(context.Background(), src, 333, 251)
	if err != nil {
		t.Fatal(err)
	}
	s := 0.0
	q := want.(*image.YCbCr)
	for y := range 251 {
		for x := range 333 {
			d := float64(p.y[y*333+x]) - float64(q.Y[y*q.YStride+x])
			s += d * d
		}
	}
	s2 := 0.0
	for y := range 126 {
		for x := range 167 {
			d := float64(p.cb[y*167+x]) - float64(q.Cb[y*q.CStride+x])
			s2 += d * d
		}
	}
	fmt.Println(math.Sqrt(s/333/251), math.Sqrt(s2/167/126))
}

func BenchmarkDecode(b *testing.B) {
	for _, n := range []int{0, 3, 7} {
		src, _ := os.ReadFile(fmt.Sprintf("/tmp/picture/src/%d.jpg", n))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := decodeJPEG(context.Background(), src, 828, 621); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestY(t *testing.T) {
	for n := range 10 {
		src, _ := os.ReadFile(fmt.Sprintf("/tmp/picture/src/%d.jpg", n))
		p, _, err := decodeJPEG(context.Background(), src, 828, 621)
		if err != nil {
			t.Fatal(err)
		}
		out := p.webp(75)
		os.WriteFile(fmt.Sprintf("/tmp/picture/o%d.webp", n), out, 0o644)
		out = p.jpeg(75)
		os.WriteFile(fmt.Sprintf("/tmp/picture/o%d.jpg", n), out, 0o644)
	}
}

func BenchmarkWebP(b *testing.B) {
	for _, n := range []int{0, 3, 7} {
		src, _ := os.ReadFile(fmt.Sprintf("/tmp/picture/src/%d.jpg", n))
		p, _, err := decodeJPEG(context.Background(), src, 828, 621)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				p.webp(75)
			}
		})
	}
}

func BenchmarkJPEG(b *testing.B) {
	for _, n := range []int{0, 3, 7} {
		src, _ := os.ReadFile(fmt.Sprintf("/tmp/picture/src/%d.jpg", n))
		p, _, err := decodeJPEG(context.Background(), src, 828, 621)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				p.jpeg(75)
			}
		})
	}
}
