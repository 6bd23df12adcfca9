package picture

import (
	"bytes"
	"context"
	"image/jpeg"
	"testing"

	"ordering/shared/picture/picturetest"
)

func photograph(b *testing.B) []byte {
	var src bytes.Buffer
	if err := jpeg.Encode(&src, picturetest.Scene(1, 4000, 3000), &jpeg.Options{Quality: 90}); err != nil {
		b.Fatal(err)
	}
	return src.Bytes()
}

func BenchmarkResize(b *testing.B) {
	src := photograph(b)
	for name, want := range map[string]Want{"webp": {Width: 828, Format: WebP}, "jpeg": {Width: 828}, "webp 3840": {Width: 3840, Format: WebP}, "jpeg 3840": {Width: 3840}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Resize(context.Background(), src, want); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
