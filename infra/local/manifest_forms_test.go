package main

import (
	"bytes"
	"context"
	"fmt"
	"image/jpeg"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/form"
	"ordering/shared/picture/picturetest"
	"ordering/shared/secret"
	"ordering/shared/upload"
)

// kindOf are the operations that send a form.
var kindOf = map[string]form.Kind{
	"send-review": form.Review, "send-feedback": form.Feedback, "send-talk": form.Talk, "send-catering-feedback": form.CateringFeedback,
	"enter-contest": form.Contest, "apply-for-job": form.JobApplication, "ask-privacy": form.Privacy, "do-not-sell": form.DoNotSell,
}

// takes reports whether the operation takes the member of the body. One schema describes all forms, and each form refuses the members of
// the others.
func takes(operation, name string) bool {
	k, ok := kindOf[operation]
	field, body := strings.CutPrefix(name, "body.")
	always := []string{"firstName", "lastName", "email", "token", "website"}
	return !ok || !body || slices.Contains(slices.Concat(always, form.Kinds[k].Required, form.Kinds[k].Optional), field)
}

// needsOfForms adds to needs the members that each form requires.
func needsOfForms() map[string][]string {
	all := map[string][]string{}
	for operation, k := range kindOf {
		all[operation] = []string{"Idempotency-Key", "body.firstName", "body.lastName", "body.email"}
		for _, field := range form.Kinds[k].Required {
			all[operation] = append(all[operation], "body."+field)
		}
		if slices.Contains(form.Kinds[k].Required, "country") {
			all[operation] = append(all[operation], "body.region")
		}
	}
	return all
}

// smallPhoto returns a file for upload-file.
func smallPhoto(t *testing.T) []byte {
	var b bytes.Buffer
	assert.NilError(t, jpeg.Encode(&b, picturetest.Scene(0, 16, 16), nil))
	return b.Bytes()
}

// forms returns the real values for a call of an operation of forms: of a new person with new files, and of a privacy request.
func (m *machine) forms(kept secrets) func(operation string) map[string]any {
	now, store := clockAt(noon), m.table()
	files := upload.NewFolder(filepath.Join(m.dir, "forms"), now)
	token, err := form.Tokens{Guests: kept.guests, Now: func() time.Time { return now().Add(-time.Minute) }}.New(context.Background())
	assert.NilError(m, err)
	calls, ordered := 0, m.curbside() // where the order is
	issue := func(k form.Kind, extension, kind string) string {
		name := fmt.Sprintf("%026d", calls)
		name = strings.NewReplacer("0", "a", "1", "b", "8", "c", "9", "d").Replace(name) + extension
		assert.NilError(m, files.Put(context.Background(), name, kind, []byte("data")))
		u := form.Upload{Kind: k, Type: kind, Bytes: 4, Created: now()}
		assert.NilError(m, store.Write(context.Background(), u.Issue(name)))
		return name
	}
	person := func() map[string]any {
		calls++
		return map[string]any{
			"Idempotency-Key": fmt.Sprintf("key-of-the-form-%04d", calls), "email": fmt.Sprintf("guest%d@example.com", calls), "token": token,
		}
	}
	return func(operation string) map[string]any {
		s := person()
		switch kindOf[operation] {
		case form.Review:
			s["photos"], s["locationId"] = []any{issue(form.Review, ".jpg", "image/jpeg")}, ordered
		case form.JobApplication:
			s["resume"] = issue(form.JobApplication, ".pdf", "application/pdf")
		case "":
			if operation == "upload-file" {
				return map[string]any{"Form-Token": token}
			}
			s["firstName"], s["lastName"], s["request"], s["country"], s["region"] = "Dolores", "Whitaker", "know", "US", "OK"
			key := s["Idempotency-Key"].(string)
			delete(s, "Idempotency-Key")
			var receipt form.Receipt
			r := m.call("POST", "/../survey-management/ccpa", s, "Idempotency-Key", key)
			assert.Equal(m, r.status, 201, r.body)
			r.status = 200
			r.into(m, &receipt)
			code, err := customer.Codes(secret.Fixed(kept.codes)).Code(context.Background(), receipt.Case, 1)
			assert.NilError(m, err)
			return map[string]any{"case": receipt.Case, "code": code}
		}
		return s
	}
}
