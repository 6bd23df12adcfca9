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

// What a cache may do. A name that says its content stands for ever; another is asked for again after ten minutes, and shown meanwhile.
const (
	forEver   = "public, max-age=31536000, immutable"
	forAWhile = "public, max-age=600, stale-while-revalidate=86400"
)

// MaxAnswer is how large a picture can be that is sent, in bytes: it travels as base64, and Lambda's answer ends at 6 MB.
const MaxAnswer = 4_400_000

// maker is part of every tag. Add one when package picture makes other bytes of the same file: a test says when that is.
const maker = 2

// answer is a picture as it is sent.
type answer struct {
	kind    string // media type
	data    []byte // nil when nothing of the picture is small enough to be sent
	quality int    // 0 of what the build made
}

func (s *Images) get(ctx context.Context, in *getInput) (*getOutput, error) {
	a, err := read(in)
	if err != nil {
		return nil, err
	}
	made, tag, err := s.find(ctx, a, in.IfNoneMatch)
	if err != nil {
		return nil, worded(ctx, err)
	}
	out := &getOutput{Status: http.StatusOK, Caching: forAWhile, ETag: tag, Vary: "Accept"}
	if hashed(a.path) {
		out.Caching = forEver
	}
	if made == nil {
		out.Status = http.StatusNotModified
		return out, nil
	}
	out.Type, out.Disposition, out.Length, out.Body = made.kind, "inline", strconv.Itoa(len(made.data)), made.data
	return out, nil
}

// find gives the picture and its tag: as the build made it, as it was made before, or made now. It is nil when known names the tag.
func (s *Images) find(ctx context.Context, a asked, known string) (*answer, string, error) {
	if file, kind := s.rung(ctx, a); file != nil {
		defer file.Close()
		tag := tagOf("rung", kind, file.Version, a.path)
		if api.Matches(known, tag) {
			return nil, tag, nil
		}
		data, err := file.whole(ctx, MaxAnswer)
		if err == nil {
			return &answer{kind: kind, data: data}, tag, nil
		}
		if !errors.Is(err, errTooLong) {
			return nil, "", err
		}
	}
	file, err := s.source.Open(ctx, a.path)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	tag := tagOf("made", strconv.Itoa(maker), file.Version, a.path, strconv.Itoa(a.width), strconv.Itoa(a.quality), strconv.FormatBool(a.webp))
	if api.Matches(known, tag) {
		return nil, tag, nil
	}
	if made := s.shelf.get(tag); made != nil {
		return made, tag, nil
	}
	made, err := s.make(ctx, a, file, tag)
	return made, tag, err
}

// tagOf is the strong ETag of the picture that the parts decide about.
func tagOf(parts ...string) string {
	h := sha256.New()
	for _, part := range parts {
		fmt.Fprintf(h, "%d %s ", len(part), part)
	}
	return fmt.Sprintf(`"%x"`, h.Sum(nil)[:16])
}

// make makes the picture of the file, when its turn has come. Until then nothing of the file is read.
func (s *Images) make(ctx context.Context, a asked, file *File, tag string) (*answer, error) {
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	// What is sent in place of a picture of this width that is too large. It answers each request for its quality or a better one.
	lesser := tagOf("lesser", file.Version, a.path, strconv.Itoa(a.width), strconv.FormatBool(a.webp))
	made := s.shelf.get(tag) // made by the request before
	if instead := s.shelf.get(lesser); made == nil && instead != nil && instead.quality <= a.quality {
		made = instead
	}
	if made == nil {
		src, err := file.whole(ctx, maxSource)
		if err != nil {
			return nil, err
		}
		want := picture.Want{Width: a.width, Quality: a.quality}
		if a.webp {
			want.Format = picture.WebP
		}
		data, info, err := Shrink(ctx, src, &want, s.limit)
		if err != nil && !errors.Is(err, errTooLong) {
			return nil, err
		}
		made = &answer{kind: info.Format.MediaType(), data: data, quality: want.Quality}
		switch {
		case err != nil || want.Width != a.width:
			made.quality = 0 // no quality is small enough at this width
			fallthrough
		case want.Quality != a.quality:
			tag = lesser
		}
		s.shelf.put(tag, made)
	}
	if made.data == nil {
		return nil, errTooLong
	}
	return made, nil
}

// Shrink makes the picture wanted, and where that has more bytes than the limit, one of less quality, and then one that is narrower: want
// becomes what was made. It decodes the source once. It returns errTooLong when there is nothing smaller, and errors of package picture.
func Shrink(ctx context.Context, src []byte, want *picture.Want, limit int) ([]byte, picture.Info, error) {
	p, err := picture.Decode(ctx, src, *want)
	for err == nil {
		data, size, failed := p.Encode(want.Quality, limit)
		if failed != nil || data != nil {
			return data, p.Info, failed
		}
		width := want.Width
		if p.Animated || !lower(want, p.Info, size) {
			return nil, p.Info, errTooLong
		}
		if err = ctx.Err(); err == nil && want.Width != width {
			p, err = p.Narrow(ctx, want.Width)
		}
	}
	return nil, picture.Info{}, err
}

// lower asks for less than what took so many bytes; it is false when there is nothing less.
func lower(want *picture.Want, made picture.Info, size int) bool {
	if made.Format != picture.PNG {
		for i := len(steps) - 1; i >= 0; i-- {
			if steps[i] < want.Quality {
				want.Quality = steps[i]
				return true
			}
		}
	}
	narrower := 0
	for _, w := range widths() { // what is half as wide has about a quarter of the bytes
		if w < made.Width && (narrower == 0 || w*w*(size>>10) < made.Width*made.Width*(MaxAnswer>>10)) {
			narrower = w
		}
	}
	want.Width = narrower
	return narrower > 0
}

// worded makes a problem of why there is no picture.
func worded(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		return problem.New(problem.PictureNotFound)
	case errors.Is(err, ErrAway):
		return problem.New(problem.StoreUnavailable).Because(err)
	case errors.Is(err, errTooLong), errors.Is(err, picture.ErrTooLarge):
		return problem.New(problem.PictureTooLarge).Because(err)
	case errors.Is(err, picture.ErrUnknown), errors.Is(err, picture.ErrTruncated), errors.Is(err, picture.ErrCorrupt):
		return problem.New(problem.PictureUnreadable).Because(err)
	}
	return err
}
