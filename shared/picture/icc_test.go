package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/picture/picturetest"
)

func TestProfilesAreConvertedToSRGB(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	scene := picturetest.Scene(3, 96, 72)
	for i := range scene.Pix { // saturated colours: grey is the same in every space
		if i%4 == 0 {
			scene.Pix[i] = 255 - scene.Pix[i+1]
		}
	}
	from := writeFile(t, filepath.Join(dir, "scene.png"), asPNG(t, scene))
	var jobs []job
	for name, op := range map[string][]any{"p3.png": {"png"}, "p3.jpg": {"jpeg", map[string]any{"quality": 97, "chromaSubsampling": "4:4:4"}}, "p3.webp": {"webp", map[string]any{"lossless": true}}} {
		jobs = append(jobs, job{from, filepath.Join(dir, name), [][]any{{"withIccProfile", "p3"}, op}}, job{from, filepath.Join(dir, "srgb-"+name), [][]any{{"withIccProfile", "srgb"}, op}})
	}
	sharp(t, jobs)
	answers := map[string]image.Image{}
	for _, j := range jobs {
		name := filepath.Base(j.To)
		src, err := os.ReadFile(j.To)
		assert.NilError(t, err)
		h, err := readHeader(src)
		assert.NilError(t, err)
		assert.Assert(t, len(h.icc) != 0, name)
		assert.Check(t, is.Equal(readProfile(h.icc) != nil, name[0] == 'p'), name)
		out, _, err := resize(context.Background(), src, Want{Quality: 98})
		assert.NilError(t, err)
		answers[name] = open(t, out)
	}
	for _, name := range []string{"p3.png", "p3.jpg", "p3.webp"} { // without the profile they would differ by 25 dB
		like := likeness(answers[name], answers["srgb-"+name])
		assert.Check(t, like >= 31, "%s: got %.1f dB against the sRGB version", name, like)
	}
}

// vividProfile returns a small profile of a space wider than sRGB, with gamma 2.2.
func vividProfile() []byte {
	icc := make([]byte, 128, 400)
	copy(icc[16:], "RGB XYZ ")
	copy(icc[36:], "acsp")
	icc = binary.BigEndian.AppendUint32(icc, 6)
	const data = 132 + 6*12
	for i, name := range []string{"rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"} {
		at, size := data+20*i, 20
		if i >= 3 {
			at, size = data+60, 16
		}
		icc = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(append(icc, name...), uint32(at)), uint32(size))
	}
	for _, xyz := range [3][3]float64{{0.515, 0.241, -0.001}, {0.292, 0.692, 0.042}, {0.157, 0.067, 0.784}} {
		icc = append(icc, "XYZ \x00\x00\x00\x00"...)
		for _, v := range xyz {
			icc = binary.BigEndian.AppendUint32(icc, uint32(int32(v*65536)))
		}
	}
	return append(icc, "para\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x33\x33"...)
}

func TestInvalidProfilesAreIgnored(t *testing.T) {
	t.Parallel()
	whole := vividProfile()
	assert.Assert(t, readProfile(whole) != nil, "test setup: the undamaged profile was not applied")
	for name, damage := range map[string]func([]byte) []byte{
		"cut off":                    func(b []byte) []byte { return b[:len(b)-9] },
		"a CMYK profile":             func(b []byte) []byte { copy(b[16:], "CMYK"); return b },
		"a million tags":             func(b []byte) []byte { copy(b[128:], "\x00\x10\x00\x00"); return b[:150] },
		"a tag beyond the end":       func(b []byte) []byte { copy(b[136:], "\xff\xff\xff\xf0"); return b },
		"a curve of an unknown kind": func(b []byte) []byte { b[len(b)-7] = 9; return b },
		"a curve to infinity":        func(b []byte) []byte { copy(b[len(b)-4:], "\x80\x00\x00\x00"); return b },
	} {
		assert.Check(t, is.Nil(readProfile(damage(bytes.Clone(whole)))), "%s: the damaged profile was applied", name)
	}
}
