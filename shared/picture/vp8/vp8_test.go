package vp8_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"math"
	"testing"

	"golang.org/x/image/webp"
	"gotest.tools/v3/assert"

	"ordering/shared/picture/picturetest"
	"ordering/shared/picture/vp8"
)

// written encodes a scene and decodes it with another decoder.
func written(t testing.TB, from *image.NRGBA, quality int) (size int, noise float64) {
	w, h := from.Rect.Dx(), from.Rect.Dy()
	y, cb, cr := make([]byte, w*h), make([]byte, (w+1)/2*((h+1)/2)), make([]byte, (w+1)/2*((h+1)/2))
	for i := range y {
		p := from.Pix[i*4:]
		y[i] = byte(16 + 0.257*float64(p[0]) + 0.504*float64(p[1]) + 0.098*float64(p[2]))
	}
	for i := range cb {
		p := from.Pix[(i/((w+1)/2)*2*w+i%((w+1)/2)*2)*4:]
		cb[i] = byte(128 - 0.148*float64(p[0]) - 0.291*float64(p[1]) + 0.439*float64(p[2]))
		cr[i] = byte(128 + 0.439*float64(p[0]) - 0.368*float64(p[1]) - 0.071*float64(p[2]))
	}
	frame, _ := vp8.Encode(y, cb, cr, w, h, quality, 0)
	file := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(12+len(frame)+len(frame)%2))
	file = append(binary.LittleEndian.AppendUint32(append(file, "WEBPVP8 "...), uint32(len(frame))), frame...)
	got, err := webp.Decode(bytes.NewReader(append(file, make([]byte, len(frame)%2)...)))
	assert.NilError(t, err, "%d %d %d", w, h, quality)
	assert.Equal(t, got.Bounds(), image.Rect(0, 0, w, h), "%d %d", w, h)
	sum := 0.0
	for i := range y {
		d := float64(got.(*image.YCbCr).Y[i/w*got.(*image.YCbCr).YStride+i%w]) - float64(y[i])
		sum += d * d
	}
	return len(frame), 10 * math.Log10(255*255/(sum/float64(len(y))+1e-9))
}

// A decoder with a different prediction from the encoder's would diverge within a few blocks.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	sizes := [][2]int{{1, 1}, {2, 3}, {15, 16}, {16, 16}, {17, 15}, {33, 65}, {90, 40}, {5, 300}, {300, 5}}
	for i, size := range sizes {
		scene := picturetest.Scene(i, size[0], size[1])
		for quality, least := range map[int]float64{1: 14, 30: 20, 75: 26, 90: 29, 100: 36} {
			_, noise := written(t, scene, quality)
			assert.Check(t, noise >= least, "%v at quality %d: got %.1f dB", size, quality, noise)
		}
	}
}

func TestHigherQualityTakesMoreBytes(t *testing.T) {
	t.Parallel()
	bytesBefore, noiseBefore := 0, 0.0
	scene := picturetest.Scene(4, 96, 80)
	for quality := 4; quality <= 100; quality += 16 {
		size, noise := written(t, scene, quality)
		if size < bytesBefore || noise < noiseBefore-0.05 {
			t.Errorf("quality %d: got %d bytes and %.2f dB, lower quality: %d and %.2f", quality, size, noise, bytesBefore, noiseBefore)
		}
		bytesBefore, noiseBefore = size, noise
	}
}

func TestAlphaRoundTrip(t *testing.T) {
	t.Parallel()
	for name, opacity := range map[string]func(x, y int) byte{
		"clear":             func(x, y int) byte { return 0 },
		"one visible pixel": func(x, y int) byte { return byte(255 * (x / 40 * (y / 30))) },
		"half":              func(x, y int) byte { return byte(x / 20 * 255) },
		"soft":              func(x, y int) byte { return byte(x*3 + y*2) },
		"noise":             func(x, y int) byte { return byte(x*x*y*7919 + x*104729>>3 ^ y*31) },
		"two values":        func(x, y int) byte { return byte(17 + x*y%2) },
		"steep":             func(x, y int) byte { return byte(1 << (x % 8)) },
	} {
		for _, size := range [][2]int{{1, 1}, {2, 1}, {1, 7}, {41, 31}, {200, 90}} {
			w, h := size[0], size[1]
			alpha, flat := make([]byte, w*h), make([]byte, w*h)
			for i := range alpha {
				alpha[i] = opacity(i%w, i/w)
			}
			frame, _ := vp8.Encode(flat, flat, flat, w, h, 50, 0)
			file := []byte("RIFF\x00\x00\x00\x00WEBP")
			for _, c := range []struct {
				kind    string
				content []byte
			}{{"VP8X", []byte{0x10, 0, 0, 0, byte(w - 1), byte((w - 1) >> 8), 0, byte(h - 1), byte((h - 1) >> 8), 0}}, {"ALPH", vp8.Alpha(alpha, w)}, {"VP8 ", frame}} {
				file = append(binary.LittleEndian.AppendUint32(append(file, c.kind...), uint32(len(c.content))), c.content...)
				file = append(file, make([]byte, len(c.content)%2)...)
			}
			binary.LittleEndian.PutUint32(file[4:], uint32(len(file)-8))
			got, err := webp.Decode(bytes.NewReader(file))
			assert.NilError(t, err, "%s %v", name, size)
			assert.Check(t, bytes.Equal(got.(*image.NYCbCrA).A, alpha), "%s, %v: the alpha channel changed", name, size)
		}
	}
}
