package images

import (
	"cmp"
	"mime"
	"path"
	"slices"
	"strconv"
	"strings"

	"ordering/shared/problem"
)

// qualities are the available ones, in ascending order: a requested quality is rounded up to the next one, or down to the last.
// infra/edge/image.js does the same for its cache key.
var qualities = [...]int{25, 50, defaultQuality, 90}

// defaultQuality is used when none is requested, and by the build.
const defaultQuality = 75

func foldQuality(quality int) int {
	i, _ := slices.BinarySearch(qualities[:], quality)
	return qualities[min(i, len(qualities)-1)]
}

// params is a valid request.
type params struct {
	path       string // below the root of the brand's files, without a slash before it
	width      int    // one of widths
	quality    int    // one of qualities
	avif, webp bool
}

// readParams returns PictureAddress, PictureWidth or PictureQuality.
func readParams(in *getInput) (params, error) {
	p := params{avif: accepts(in.Accept, "image/avif"), webp: accepts(in.Accept, "image/webp"), quality: defaultQuality}
	var err error
	if p.path, err = picturePath(in.URL); err != nil {
		return params{}, err
	}
	// Only the canonical number is valid: caches would treat "0640" as another picture.
	names := make([]string, len(widths))
	for i, w := range widths {
		names[i] = strconv.Itoa(w)
	}
	i := slices.Index(names, in.Width)
	if i < 0 {
		return params{}, invalid(problem.PictureWidth, "/query/w", "widths", strings.Join(names, ", "))
	}
	p.width = widths[i]
	if in.Quality != "" {
		q, err := strconv.Atoi(in.Quality)
		if err != nil || q < 1 || q > 100 || strconv.Itoa(q) != in.Quality {
			return params{}, invalid(problem.PictureQuality, "/query/q")
		}
		p.quality = foldQuality(q)
	}
	return p, nil
}

func invalid(code problem.Code, pointer string, params ...any) error {
	return problem.New(code, params...).With(problem.Finding(code, pointer, params...))
}

// extensions of files that may be requested; the format is read from the content. Other files of the site are not served here.
var extensions = [...]string{".jpg", ".jpeg", ".png", ".webp"}

const maxPathLength = 300 // bytes

// picturePath checks the path of a picture: rooted, with plain names. It decodes and cleans nothing, so that no other reader can interpret
// it differently.
func picturePath(address string) (string, error) {
	name, rooted := strings.CutPrefix(address, "/")
	ok := rooted && len(name) <= maxPathLength && slices.Contains(extensions[:], path.Ext(name))
	for segment := range strings.SplitSeq(name, "/") {
		ok = ok && plainName(segment)
	}
	if !ok {
		return "", invalid(problem.PictureAddress, "/query/url")
	}
	return name, nil
}

// plainName reports whether a segment of a path consists of letters, digits and -_. and does not begin with a dot.
func plainName(segment string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
	return segment != "" && segment[0] != '.' && strings.Trim(segment, letters) == ""
}

// hashDigits is the number of hexadecimal digits of a content hash in a name.
const hashDigits = 16

// hasContentHash reports whether the name contains a hash of the content, as names of built pictures and the site's assets do: the content
// of such a path never changes.
func hasContentHash(name string) bool {
	stem := strings.TrimSuffix(name, path.Ext(name))
	dash := strings.LastIndexByte(stem, '-')
	hash := stem[dash+1:]
	return strings.HasPrefix(name, "assets/") || dash >= 0 && len(hash) == hashDigits && strings.Trim(hash, "0123456789abcdef") == ""
}

// accepts reports whether an Accept header names the media type without q=0. */* does not count: browsers that show WebP name it.
func accepts(accept, kind string) bool {
	for one := range strings.SplitSeq(accept, ",") {
		if name, parameters, _ := mime.ParseMediaType(one); name == kind {
			weight, err := strconv.ParseFloat(cmp.Or(parameters["q"], "1"), 64)
			return err == nil && weight > 0
		}
	}
	return false
}
