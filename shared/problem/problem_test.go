package problem_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"ordering/shared/problem"
)

var placeholder = regexp.MustCompile(`\[\w+\]`)

// Every code has a sentence in every locale, with the same placeholders, and no locale has a sentence for an unknown code.
func TestEveryCodeHasASentenceInEveryLocale(t *testing.T) {
	assert.DeepEqual(t, problem.Codes(), slices.Compact(problem.Codes())) // each is defined once
	for _, locale := range []string{"en", "fr-ca"} {
		raw, err := os.ReadFile(filepath.Join("..", "..", "locales", locale, "problem.json"))
		assert.NilError(t, err)
		var sentences map[string]string
		assert.NilError(t, json.Unmarshal(raw, &sentences), locale)
		for _, code := range problem.Codes() {
			sentence, ok := sentences[string(code)]
			if !ok || sentence == "" {
				t.Errorf("%s has no message for %s", locale, code)
				continue
			}
			delete(sentences, string(code))
			want := placeholder.FindAllString(problem.New(code).Body("").Message, -1)
			have := placeholder.FindAllString(sentence, -1)
			slices.Sort(want)
			slices.Sort(have)
			if !slices.Equal(slices.Compact(want), slices.Compact(have)) {
				t.Errorf("%s, %s: the message uses the params %v, the problem has %v", locale, code, have, want)
			}
		}
		for code := range sentences {
			if placeholder.MatchString(code) || code == "unknown" {
				continue
			}
			t.Errorf("%s has a message for the unknown code %s", locale, code)
		}
	}
}

func TestBodyHasTheMembersOfBothForms(t *testing.T) {
	p := problem.New(problem.ChooseAtLeast, "min", 1, "group", "Bun").With(problem.Finding(problem.EmailInvalid, "/contact/email"))
	raw, err := json.Marshal(p.Body("request-1"))
	assert.NilError(t, err)
	var body map[string]any
	assert.NilError(t, json.Unmarshal(raw, &body))
	for member, want := range map[string]any{
		"type": "urn:problem:choose-at-least", "title": "Choose at least", "status": 422.0, "code": "choose-at-least",
		"message": "Choose 1 of Bun", "requestId": "request-1",
	} {
		assert.Check(t, is.Equal(body[member], want), member)
	}
	errs := body["errors"].([]any)
	assert.Assert(t, len(errs) == 1 && errs[0] == "Invalid email address", "got errors %v", errs)
}

func TestAnyOtherErrorIsTheDefaultAndKeepsItsCause(t *testing.T) {
	cause := errors.New("disk on fire")
	p := problem.From(cause)
	assert.Assert(t, p.Code == problem.Internal && p.Status() == 500 && errors.Is(p, cause), p)
	assert.Equal(t, p.Body("").Message, "Oooops! Something went wrong! Failed to fetch data from server!")
}

// The API computes Retry-After from the seconds or minutes in the message of a 429.
func TestEveryRateLimitHasAWaitingTime(t *testing.T) {
	for _, code := range problem.Codes() {
		p := problem.New(code, "minutes", 4711, "seconds", 4711)
		assert.Check(t, p.Status() != 429 || strings.Contains(p.Body("").Message, "4711"), "%s: the message has no waiting time", code)
	}
}
