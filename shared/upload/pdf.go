package upload

import (
	"bytes"
	"context"
	"io"

	"ordering/shared/problem"
)

// TakePDF reads a PDF. It looks only at the beginning and the end. It returns UploadTooLarge or UploadPDF, the context's error, or the reader's.
func (p *Processor) TakePDF(ctx context.Context, from io.Reader) (File, error) {
	leave, err := enter(ctx, p.places)
	if err != nil {
		return File{}, err
	}
	defer leave()
	src, err := p.read(from)
	if err != nil {
		return File{}, err
	}
	const tail = 1024 // readers look for the end of the file in its last 1,024 bytes
	if !bytes.HasPrefix(src, []byte("%PDF-")) || !bytes.Contains(src[max(0, len(src)-tail):], []byte("%%EOF")) {
		return File{}, problem.New(problem.UploadPDF)
	}
	return File{Name: newName(".pdf"), Type: "application/pdf", Data: src}, nil
}
