// Package forms takes what guests send with the forms of the site: reviews, feedback, a contest, job applications and privacy requests.
package forms

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"ordering/functions/api"
	"ordering/shared/brand"
	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/guest"
	"ordering/shared/location"
	"ordering/shared/problem"
	"ordering/shared/table"
	"ordering/shared/upload"
)

// Forms serves the operations.
type Forms struct {
	brand   brand.Brand
	service *form.Service
	files   upload.Files
	uploads *upload.Processor
}

// New returns the function over the table.
func New(t table.Table, b brand.Brand, guests guest.Keeper, codes customer.Codes, files upload.Files, now func() time.Time) *Forms {
	service := &form.Service{
		Table: t, Brand: b, Guests: guests, Codes: codes, Files: files, Locations: location.NewStore(t, now), Now: now,
	}
	return &Forms{b, service, files, upload.NewProcessor(b)}
}

// Form is a filled-in form. Each operation takes some of the fields and refuses the others.
type Form struct {
	form.Entry
	Token   string `json:"token" maxLength:"64" doc:"Of get-form-token"`
	Website string `json:"website,omitempty" maxLength:"200" doc:"Always empty: the page hides the field from people"`
}

type sendInput struct {
	api.CommonHeaders
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"64" doc:"A repeated key and body get the same receipt"`
	Body           Form
}

type receiptOutput struct{ Body form.Receipt }

type tokenOutput struct {
	Body struct {
		Token string `json:"token" doc:"Valid for a day"`
		Wait  int    `json:"wait" doc:"Seconds until a form with the token is accepted"`
	}
}

// ContestRules are the rules of the contest.
type ContestRules struct {
	Open      bool       `json:"open" doc:"It takes entries now. Otherwise the answer has nothing else"`
	Closes    *time.Time `json:"closes,omitempty" doc:"UTC"`
	MinAge    int        `json:"minAge,omitempty" doc:"In years"`
	Countries []string   `json:"countries,omitempty" doc:"Of residence, as ISO 3166-1 alpha-2"`
	Regions   []string   `json:"regions,omitempty" doc:"States and provinces of residence; absent: all of the countries"`
}

type contestOutput struct{ Body ContestRules }

type caseInput struct {
	Case string `path:"case" maxLength:"64" doc:"Of the receipt of the privacy request"`
}

type verifyInput struct {
	Case string `path:"case" maxLength:"64" doc:"Of the receipt of the privacy request"`
	Body struct {
		Code string `json:"code" maxLength:"20" doc:"Of the mail"`
	}
}

const surveys = api.Main + "/survey-management"

func op(id, method, path, summary string, status int) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{"forms"}, DefaultStatus: status}
}

// sends are the operations that send a form.
var sends = []struct {
	kind              form.Kind
	id, path, summary string
}{
	{form.Review, "send-review", surveys + "/reviews", "Review a restaurant"},
	{form.Feedback, "send-feedback", surveys + "/feedback", "Send feedback"},
	{form.Talk, "send-talk", surveys + "/talk", "Ask the guest line"},
	{form.CateringFeedback, "send-catering-feedback", surveys + "/catering-feedback", "Send feedback about catering"},
	{form.Contest, "enter-contest", surveys + "/contest", "Enter the contest, once per person"},
	{form.Privacy, "ask-privacy", surveys + "/ccpa", "Ask to know, delete, correct or limit personal data; a mailed code verifies it"},
	{form.DoNotSell, "do-not-sell", surveys + "/do-not-sell", "Ask not to sell or share personal data"},
	{form.JobApplication, "apply-for-job", api.Main + "/labor-management/job-applications", "Apply for a job"},
}

// Operations describes the calls of this function.
func (f *Forms) Operations() []api.Operation {
	const get, post = http.MethodGet, http.MethodPost
	all := []api.Operation{
		f.uploadOperation(),
		api.Describe(op("get-form-token", get, surveys+"/form-token", "A token that proves when the guest began a form", http.StatusOK), f.token),
		api.Describe(op("get-contest", get, surveys+"/contest", "The contest that is open", http.StatusOK), f.contest),
		api.Describe(
			op("send-privacy-code", post, surveys+"/ccpa/{case}/code", "Mail the code of a privacy request again", http.StatusAccepted),
			f.sendCode,
		).WithProblems([]problem.Code{problem.FormsLimited}),
		api.Describe(
			op("verify-privacy", post, surveys+"/ccpa/{case}/verification", "Verify a privacy request with the mailed code", http.StatusOK),
			f.verify,
		).WithProblems([]problem.Code{problem.CodeWrong, problem.CodeExpired}),
	}
	for _, s := range sends {
		problems := []problem.Code{
			problem.IdempotencyKeyMissing, problem.IdempotencyKeyReused, problem.FormTokenExpired, problem.FormTooFast, problem.FormsLimited,
		}
		if s.kind == form.Contest {
			problems = append(problems, problem.ContestClosed, problem.ContestEntered)
		}
		all = append(all, api.Describe(op(s.id, post, s.path, s.summary, http.StatusCreated), f.send(s.kind)).WithProblems(problems))
	}
	return api.For(f.brand, all...)
}
