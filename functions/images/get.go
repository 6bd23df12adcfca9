package images

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"

	"ordering/functions/api"
	"ordering/shared/picture"
	"ordering/shared/problem"
)

// Cache-Control of a path with a content hash, and of another.
const (
	cacheForever = "public, max-age=31536000, immutable"
	cacheBriefly = "public, max-age=600, stale-while-revalidate=86400"
)

// MaxAnswer is the largest answer in bytes: as base64 it has to fit Lambda's 6 MB.
const MaxAnswer = 4_400_000

// encoderVersion is part of every tag. Increment it when package picture encodes a file differently.
const encoderVersion = 4

// answer is an encoded picture.
type answer struct {
	kind    string // media type
	data    []byte // nil when the picture cannot be made small enough
	quality int    // 0 of a built file
}

func (s *Images) get(ctx context.Context, in *getInput) (*getOutput, error) {
	p, err := readParams(in)
	if err != nil {
		return nil, err
	}
	found, tag, err := s.find(ctx, p, in.IfNoneMatch)
	if err != nil {
		return nil, toProblem(ctx, err)
	}
	out := &getOutput{Status: http.StatusOK, Caching: cacheBriefly, ETag: tag, Vary: "Accept"}
	if hasContentHash(p.path) {
		out.Caching = cacheForever
	}
	if found == nil {
		out.Status = http.StatusNotModified
		return out, nil
	}
	out.Type, out.Disposition, out.Length, out.Body = found.kind, "inline", strconv.Itoa(len(found.data)), found.data
	return out, nil
}

// find returns the picture and its tag: built, cached, or encoded now. The answer is nil when ifNoneMatch has the tag.
func (s *Images) find(ctx context.Context, p params, ifNoneMatch string) (*answer, string, error) {
	if file, kind := s.openBuilt(ctx, p); file != nil {
		defer file.Close()
		tag := tagOf("built", kind, file.Version, p.path)
		if api.Matches(ifNoneMatch, tag) {
			return nil, tag, nil
		}
		data, err := file.whole(ctx, MaxAnswer)
		if err == nil {
			return &answer{kind: kind, data: data}, tag, nil
		}
		if !errors.Is(err, errTooLarge) {
			return nil, "", err
		}
	}
	file, err := s.source.Open(ctx, p.path)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	version, webp := strconv.Itoa(encoderVersion), strconv.FormatBool(p.webp)
	tag := tagOf("made", version, file.Version, p.path, strconv.Itoa(p.width), strconv.Itoa(p.quality), webp)
	if api.Matches(ifNoneMatch, tag) {
		return nil, tag, nil
	}
	if made := s.cache.get(tag); made != nil {
		return made, tag, nil
	}
	made, err := s.make(ctx, p, file, tag)
	return made, tag, err
}

// tagOf makes a strong ETag of everything that determines the picture.
func tagOf(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d %s ", len(part), part)
	}
	return fmt.Sprintf(`"%x"`, h.Sum(nil)[:16])
}

// make encodes the picture after those of earlier requests. It reads the file only when its turn comes.
func (s *Images) make(ctx context.Context, p params, file *File, tag string) (*answer, error) {
	select {
	case s.making <- struct{}{}:
		defer func() { <-s.making }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if made := s.cache.get(tag); made != nil { // an earlier request encoded it
		return made, nil
	}
	// The fallback replaces a picture of this width that is too large, at its own quality and above.
	fallbackTag := tagOf("fallback", file.Version, p.path, strconv.Itoa(p.width), strconv.FormatBool(p.webp))
	made := s.cache.get(fallbackTag)
	if made == nil || made.quality > p.quality {
		var err error
		if made, err = s.decodeAndFit(ctx, p, file, tag, fallbackTag); err != nil {
			return nil, err
		}
	}
	if made.data == nil {
		return nil, errTooLarge
	}
	return made, nil
}

// decodeAndFit encodes and caches the picture, or its fallback. The answer has no data when nothing is small enough.
func (s *Images) decodeAndFit(ctx context.Context, p params, file *File, tag, fallbackTag string) (*answer, error) {
	src, err := file.whole(ctx, maxSource)
	if err != nil {
		return nil, err
	}
	want := picture.Want{Width: p.width, Quality: p.quality}
	if p.webp {
		want.Format = picture.WebP
	}
	data, info, err := Shrink(ctx, src, &want, s.limit)
	if err != nil && !errors.Is(err, errTooLarge) {
		return nil, err
	}
	made := &answer{kind: info.Format.MediaType(), data: data, quality: want.Quality}
	if err != nil || want.Width != p.width { // no quality is small enough in this width
		made.quality, tag = 0, fallbackTag
	} else if want.Quality != p.quality {
		tag = fallbackTag
	}
	s.cache.put(tag, made)
	return made, nil
}

// Shrink encodes the picture wanted. While it has more bytes than the limit, it lowers the quality and then the width, and sets want to the
// result. It decodes the source once. It returns errTooLarge when nothing is small enough, and errors of package picture.
func Shrink(ctx context.Context, src []byte, want *picture.Want, limit int) ([]byte, picture.Info, error) {
	p, err := picture.Decode(ctx, src, *want)
	for err == nil {
		data, size, failed := p.Encode(want.Quality, limit)
		if failed != nil || data != nil {
			return data, p.Info, failed
		}
		width := want.Width
		if !reduce(want, p.Info, size) {
			return nil, p.Info, errTooLarge
		}
		if err = ctx.Err(); err == nil && want.Width != width {
			p, err = p.Narrow(ctx, want.Width)
		}
	}
	return nil, picture.Info{}, err
}

// reduce lowers the quality or the width of a picture with size bytes. It returns false at the lowest.
func reduce(want *picture.Want, made picture.Info, size int) bool {
	if made.Format != picture.PNG {
		for i := len(qualities) - 1; i >= 0; i-- {
			if qualities[i] < want.Quality {
				want.Quality = qualities[i]
				return true
			}
		}
	}
	narrower := 0
	for _, w := range widths { // half the width has about a quarter of the bytes
		if w < made.Width && (narrower == 0 || w*w*(size>>10) < made.Width*made.Width*(MaxAnswer>>10)) {
			narrower = w
		}
	}
	want.Width = narrower
	return narrower > 0
}

// toProblem maps an error to one that the caller can act on.
func toProblem(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		return problem.New(problem.PictureNotFound)
	case errors.Is(err, ErrUnavailable):
		return problem.New(problem.StoreUnavailable).Because(err)
	case errors.Is(err, errTooLarge), errors.Is(err, picture.ErrTooLarge):
		return problem.New(problem.PictureTooLarge).Because(err)
	case errors.Is(err, picture.ErrUnknown), errors.Is(err, picture.ErrTruncated), errors.Is(err, picture.ErrCorrupt):
		return problem.New(problem.PictureUnreadable).Because(err)
	}
	return err
}
