package forms

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/form"
	"ordering/shared/problem"
)

type uploadInput struct {
	Kind  form.Kind `query:"kind" required:"true" enum:"review,job-application" doc:"review: a JPEG or PNG picture; job-application: a PDF"`
	Token string    `header:"Form-Token" required:"true" maxLength:"64" doc:"Of get-form-token"`
	file  io.Reader
}

// Resolve implements huma.Resolver.
func (in *uploadInput) Resolve(ctx huma.Context) []error {
	in.file = ctx.BodyReader()
	return nil
}

type uploadOutput struct {
	Body struct {
		Name   string `json:"name" doc:"For photos or resume of the form, within a day. It serves once"`
		Width  int    `json:"width,omitempty" doc:"Pixels of the picture as it is stored: upright, at most 4 megapixels"`
		Height int    `json:"height,omitempty"`
	}
}

// maxUpload is above the limit of every brand, so that the answer to a file that is too large names that limit. Lambda takes 4.5 MB.
const maxUpload = 6 << 20

func (f *Forms) uploadOperation() api.Operation {
	description := op("upload-file", http.MethodPost, surveys+"/uploads", "A photograph or a résumé for a form", http.StatusCreated)
	types := []string{"image/jpeg", "image/png", "application/pdf"}
	description.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{}}
	for _, kind := range types {
		description.RequestBody.Content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return api.Describe(description, f.upload).TakesFile(maxUpload, types...).WithProblems([]problem.Code{
		problem.FormTokenExpired, problem.FormTooFast, problem.FormsLimited,
		problem.UploadTooLarge, problem.UploadKind, problem.UploadPixels, problem.UploadDamaged, problem.UploadPDF,
	})
}

func (f *Forms) upload(ctx context.Context, in *uploadInput) (*uploadOutput, error) {
	if err := f.service.Tokens().Check(ctx, in.Token); err != nil {
		return nil, err
	}
	network, err := f.network(ctx)
	if err != nil {
		return nil, err
	}
	if err := f.service.Attempts().Count(ctx, form.LimitUploads.From(network)); err != nil {
		return nil, form.CountBounded(ctx, err)
	}
	take := f.uploads.Take
	if in.Kind == form.JobApplication {
		take = f.uploads.TakePDF
	}
	file, err := take(ctx, in.file)
	if err != nil {
		return nil, err
	}
	// The name is issued after the file is stored: a crash between leaves a file that expires.
	if err := f.files.Put(ctx, file.Name, file.Type, file.Data); err != nil {
		return nil, err
	}
	issued := form.Upload{Kind: in.Kind, Type: file.Type, Bytes: len(file.Data), Created: f.service.Now().UTC()}
	if err := f.service.Table.Write(ctx, issued.Issue(file.Name)); err != nil {
		return nil, fmt.Errorf("issue the name of an upload: %w", err)
	}
	out := new(uploadOutput)
	out.Body.Name, out.Body.Width, out.Body.Height = file.Name, file.Width, file.Height
	return out, nil
}
