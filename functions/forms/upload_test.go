package forms_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image/jpeg"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/functions/api/apitest"
	"ordering/functions/forms"
	"ordering/shared/aws/lambdahttp"
	"ordering/shared/brand"
	"ordering/shared/clocktest"
	"ordering/shared/customer"
	"ordering/shared/guest"
	"ordering/shared/picture/picturetest"
	"ordering/shared/problem"
	"ordering/shared/secret"
	"ordering/shared/table/sqlite/sqlitetest"
	"ordering/shared/upload"
)

const resumePDF = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"

// uploader sends files to the function as API Gateway does.
type uploader struct {
	*clocktest.Clock
	t       *testing.T
	files   *upload.Folder
	handler http.Handler
	token   string
}

func newUploader(t *testing.T) *uploader {
	clock := clocktest.At(time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC))
	files := upload.NewFolder(t.TempDir(), clock.Now)
	codes := customer.Codes(secret.Fixed("codes"))
	f := forms.New(sqlitetest.Open(t, clock.Now), brand.Default(), guest.Secret("of this test alone"), codes, files, clock.Now)
	u := &uploader{clock, t, files, apitest.Handler(t, f.Operations()), ""}
	_, body := u.call(http.MethodGet, "/form-token", "", nil)
	var token struct{ Token string }
	assert.NilError(t, json.Unmarshal(body, &token))
	u.token = token.Token
	u.Pass(3 * time.Second)
	return u
}

func (u *uploader) call(method, path, kind string, data []byte) (status int, body []byte) {
	u.t.Helper()
	path, query, _ := strings.Cut(path, "?")
	e := events.APIGatewayV2HTTPRequest{
		RawPath: "/api/survey-management" + path, RawQueryString: query, IsBase64Encoded: true, Body: base64.StdEncoding.EncodeToString(data),
		Headers: map[string]string{"content-type": kind, "form-token": u.token},
	}
	e.RequestContext.HTTP.Method, e.RequestContext.HTTP.SourceIP = method, "203.0.113.9"
	answer, err := lambdahttp.Handler(u.handler)(u.t.Context(), e)
	assert.NilError(u.t, err)
	return answer.StatusCode, []byte(answer.Body)
}

func (u *uploader) upload(kind, media string, data []byte) (status int, code problem.Code, name string) {
	u.t.Helper()
	status, body := u.call(http.MethodPost, "/uploads?kind="+kind, media, data)
	var answer struct {
		Code problem.Code
		Name string
	}
	assert.NilError(u.t, json.Unmarshal(body, &answer), string(body))
	return status, answer.Code, answer.Name
}

func (u *uploader) stored(name string) []byte {
	u.t.Helper()
	file, err := u.files.Open(u.t.Context(), name)
	assert.NilError(u.t, err)
	defer file.Close()
	data, err := io.ReadAll(file)
	assert.NilError(u.t, err)
	return data
}

func photograph(t *testing.T) []byte {
	var b bytes.Buffer
	assert.NilError(t, jpeg.Encode(&b, picturetest.Scene(0, 96, 64), nil))
	return b.Bytes()
}

func TestUploadStoresACleanPictureOrAPDF(t *testing.T) {
	u := newUploader(t)
	photo := photograph(t)
	photo = append(photo, "36.1540 N 95.9928 W"...)
	status, _, name := u.upload("review", "image/jpeg", photo)
	assert.Equal(t, status, http.StatusCreated)
	cleaned := u.stored(name)
	config, err := jpeg.DecodeConfig(bytes.NewReader(cleaned))
	assert.NilError(t, err)
	assert.Check(t, config.Width == 96 && config.Height == 64 && !bytes.Contains(cleaned, []byte("95.9928")))

	status, _, name = u.upload("job-application", "application/pdf", []byte(resumePDF))
	assert.Equal(t, status, http.StatusCreated)
	assert.Check(t, strings.HasSuffix(name, ".pdf"), name)
	assert.Check(t, is.Equal(string(u.stored(name)), resumePDF))
	_, err = u.files.Open(t.Context(), upload.KeptName(name, 180))
	assert.Check(t, errors.Is(err, fs.ErrNotExist), "a file is kept only with a form")
}

func TestUploadRefusals(t *testing.T) {
	most := brand.Default().UploadMegabytes << 20
	photo := photograph(t)
	u := newUploader(t)
	for name, c := range map[string]struct {
		kind, media string
		data        []byte
		want        problem.Code
	}{
		"a PDF as a photograph":         {"review", "image/jpeg", []byte(resumePDF), problem.UploadKind},
		"a photograph as a résumé":      {"job-application", "application/pdf", photo, problem.UploadPDF},
		"a page as a résumé":            {"job-application", "application/pdf", []byte("<html>%PDF-1.7 %%EOF"), problem.UploadPDF},
		"half a résumé":                 {"job-application", "application/pdf", []byte(resumePDF + strings.Repeat(" ", 1024)), problem.UploadPDF},
		"nothing":                       {"review", "image/jpeg", nil, problem.UploadKind},
		"a drawing with scripts":        {"review", "image/svg+xml", []byte("<svg/>"), problem.MediaType},
		"JSON":                          {"review", "application/json", []byte("{}"), problem.MediaType},
		"half a photograph":             {"review", "image/jpeg", photo[:len(photo)/2], problem.UploadDamaged},
		"a photograph over the limit":   {"review", "image/jpeg", append(bytes.Clone(photo), make([]byte, most)...), problem.UploadTooLarge},
		"a résumé over the limit":       {"job-application", "application/pdf", make([]byte, most+1), problem.UploadTooLarge},
		"far over the limit":            {"review", "image/jpeg", make([]byte, 7<<20), problem.UploadTooLarge},
		"a kind of form without a file": {"feedback", "image/jpeg", photo, problem.Invalid},
	} {
		_, code, _ := u.upload(c.kind, c.media, c.data)
		assert.Check(t, is.Equal(code, c.want), name)
	}
}

func TestUploadNeedsATokenAndIsLimited(t *testing.T) {
	u := newUploader(t)
	valid := u.token
	u.token = "forged"
	_, code, _ := u.upload("review", "image/jpeg", nil)
	assert.Equal(t, code, problem.FormTokenExpired)
	u.token = valid
	for range 60 {
		_, code, _ = u.upload("job-application", "application/pdf", nil)
		assert.Equal(t, code, problem.UploadPDF)
	}
	status, code, _ := u.upload("job-application", "application/pdf", []byte(resumePDF))
	assert.Check(t, status == http.StatusTooManyRequests && code == problem.FormsLimited, "%d %s", status, code)
}
