package images

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"ordering/shared/problem"
)

// The widths that a picture can be asked for in, in pixels: the image widths and the device widths of the specification (§9).
var (
	imageWidths  = [...]int{8, 16, 32, 48, 64, 96, 128, 256, 384, 512}
	deviceWidths = [...]int{640, 750, 828, 1080, 1200, 1920, 2048, 3840}
)

// widths are both lists, the narrowest first.
func widths() []int { return slices.Concat(imageWidths[:], deviceWidths[:]) }

// steps are the qualities that are made: of what is asked for the least that is not below it, or the last. infra/edge/image.js folds it so
// for its cache.
var steps = [...]int{25, 50, usualQuality, 90}

func folded(quality int) int {
	for _, step := range steps {
		if step >= quality {
			return step
		}
	}
	return steps[len(steps)-1]
}

// usualQuality is what is made when none is asked for, and what the build makes.
const usualQuality = 75

// asked is a request that can be answered, if there is such a picture.
type asked struct {
	path       string // below the root of the brand's files: no slash before it
	width      int
	quality    int // one of steps
	avif, webp bool
}

// read understands a request. It returns PictureAddress, PictureWidth or PictureQuality.
func read(in *getInput) (asked, error) {
	a := asked{avif: takes(in.Accept, "image/avif"), webp: takes(in.Accept, "image/webp")}
	var err error
	if a.path, err = pathOf(in.URL); err != nil {
		return asked{}, err
	}
	all := widths()
	// The one way to write a number: "0640" would be another picture to every cache.
	n := slices.IndexFunc(all, func(w int) bool { return strconv.Itoa(w) == in.Width })
	if n < 0 {
		list := strings.Join(strings.Fields(strings.Trim(fmt.Sprint(all), "[]")), ", ")
		return asked{}, refusal(problem.PictureWidth, "/query/w", "widths", list)
	}
	a.width, a.quality = all[n], usualQuality
	if in.Quality != "" {
		q, err := strconv.Atoi(in.Quality)
		if err != nil || q < 1 || q > 100 || strconv.Itoa(q) != in.Quality {
			return asked{}, refusal(problem.PictureQuality, "/query/q")
		}
		a.quality = folded(q)
	}
	return a, nil
}

func refusal(code problem.Code, pointer string, params ...any) error {
	return problem.New(code, params...).With(problem.Finding(code, pointer, params...))
}

// The endings of names that can be pictures. What a file is says its content: this keeps everything else of the site out of sight.
var endings = [...]string{".jpg", ".jpeg", ".png", ".webp", ".gif"}

// longestPath is more than any name of a picture has, in bytes.
const longestPath = 300

// pathOf takes the path of a picture on this site, written in the one way that there is: from the root, of plain names. Nothing is decoded
// or cleaned, so that there is nothing that a second reader could understand in another way.
func pathOf(address string) (string, error) {
	name, rooted := strings.CutPrefix(address, "/")
	ok := rooted && len(name) <= longestPath && slices.Contains(endings[:], path.Ext(name))
	for segment := range strings.SplitSeq(name, "/") {
		ok = ok && plain(segment)
	}
	if !ok {
		return "", refusal(problem.PictureAddress, "/query/url")
	}
	return name, nil
}

// plain says whether a segment of a path is a name of letters, digits and -_. that is not hidden, nor a way up.
func plain(segment string) bool {
	for i := range len(segment) {
		c := segment[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("-_.", rune(c)) {
			return false
		}
	}
	return segment != "" && segment[0] != '.'
}

// hashed says whether the path names its content, so that what is there never changes: see the ladder's names; what the site's build puts
// into assets has them too.
func hashed(name string) bool {
	stem := strings.TrimSuffix(name, path.Ext(name))
	dash := strings.LastIndexByte(stem, '-')
	hash := stem[dash+1:]
	return strings.HasPrefix(name, "assets/") || dash >= 0 && len(hash) == hashDigits && strings.Trim(hash, "0123456789abcdef") == ""
}

// hashDigits is how many hexadecimal digits of a hash are in a name.
const hashDigits = 16

// takes says whether an Accept header names the type, and does not refuse it (q=0). That somebody takes anything (*/*) says nothing: who
// shows WebP names it.
func takes(accept, kind string) bool {
	for one := range strings.SplitSeq(accept, ",") {
		name, parameters, _ := strings.Cut(one, ";")
		if !strings.EqualFold(strings.TrimSpace(name), kind) {
			continue
		}
		for p := range strings.SplitSeq(parameters, ";") {
			key, value, _ := strings.Cut(strings.TrimSpace(p), "=")
			if weight, err := strconv.ParseFloat(value, 64); strings.EqualFold(key, "q") && (err != nil || weight <= 0) {
				return false
			}
		}
		return true
	}
	return false
}
