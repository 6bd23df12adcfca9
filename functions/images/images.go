// Package images serves the brand's own pictures in the size and format that a screen requests, built or encoded on request. A picture is a
// path among the brand's files; the function fetches nothing from other addresses.
package images

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/problem"
	"ordering/shared/table/cached"
)

// Path is where pictures are requested; infra/edge/image.js normalises the requests for CloudFront's cache.
const Path = "/image"

// Images serves the operations.
type Images struct {
	source Source
	built  *cached.Keeper[map[string]builtPicture]
	cache  *cache
	// making is held while a picture is encoded: one at a time, so that on one machine pictures leave memory and CPU to orders. In the
	// cloud a process has one request.
	making chan struct{}
	limit  int // bytes of an answer
}

// New returns the function over the brand's files.
func New(source Source, now func() time.Time) *Images {
	return &Images{
		source: source, built: newBuilt(source, now), cache: newCache(cacheSize),
		making: make(chan struct{}, 1), limit: MaxAnswer,
	}
}

type getInput struct {
	URL         string `query:"url" doc:"Path of the picture on this site, such as /pictures/hero.jpg. Required"`
	Width       string `query:"w" doc:"One of 8, 16, 32, 48, 64, 96, 128, 256, 384, 512, 640, 750, 828, 1080, 1200, 1920, 2048, 3840. Required; a narrower original keeps its own"`
	Quality     string `query:"q" doc:"1 to 100, default 75; rounded up to 25, 50, 75 or 90"`
	Accept      string `header:"Accept" hidden:"true"`
	IfNoneMatch string `header:"If-None-Match" maxLength:"1000"`
}

type getOutput struct {
	Status      int
	Type        string `header:"Content-Type"`
	Length      string `header:"Content-Length"`
	Disposition string `header:"Content-Disposition"`
	Caching     string `header:"Cache-Control"`
	ETag        string `header:"ETag"`
	Vary        string `header:"Vary"`
	Body        []byte
}

// Operations describes the calls of this function. HEAD is a separate operation because API Gateway needs a route for it.
func (s *Images) Operations() []api.Operation {
	describe := func(id, method string, hidden bool) api.Operation {
		content := map[string]*huma.MediaType{}
		for _, kind := range []string{"image/avif", "image/webp", "image/jpeg", "image/png"} {
			content[kind] = new(huma.MediaType)
		}
		return api.Describe(huma.Operation{
			OperationID: id, Method: method, Path: Path, Hidden: hidden,
			Summary: "A picture in the size and format for a screen", Tags: []string{"images"},
			Responses: map[string]*huma.Response{
				"200": {Description: "WebP or AVIF if the client accepts it, otherwise JPEG or PNG", Content: content},
				"304": {Description: "The picture has not changed"},
			},
		}, s.get).WithProblems([]problem.Code{
			problem.PictureAddress, problem.PictureWidth, problem.PictureQuality,
			problem.PictureNotFound, problem.PictureUnreadable, problem.PictureTooLarge,
		})
	}
	return []api.Operation{describe("get-image", http.MethodGet, false), describe("head-image", http.MethodHead, true)}
}
