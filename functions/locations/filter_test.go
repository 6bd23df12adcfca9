package locations

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// valuesAt returns the values at the path of a JSON value, through lists.
func valuesAt(v any, path []string) []string {
	switch v := v.(type) {
	case []any:
		var all []string
		for _, each := range v {
			all = append(all, valuesAt(each, path)...)
		}
		return all
	case map[string]any:
		if len(path) > 0 {
			return valuesAt(v[path[0]], path[1:])
		}
	case nil:
	default:
		if len(path) == 0 {
			return []string{fmt.Sprint(v)}
		}
	}
	return nil
}

// Each property is tested with the values in the list itself: names and values of the filter are those on the wire.
func TestFilterPropertiesMatchTheResponse(t *testing.T) {
	get := serve(t, some...)
	_, body := get("")
	all := read[struct{ Locations []json.RawMessage }](t, body).Locations
	for name := range filterable(friday()) {
		seen := false
		for _, raw := range all {
			one := read[any](t, raw)
			id := valuesAt(one, []string{"id"})[0]
			ask := func(condition string) bool {
				t.Helper()
				status, body := get("?filter=" + url.QueryEscape(condition))
				assert.Equal(t, status, 200, "%s %s", condition, body)
				return slices.Contains(strings.Fields(ids(read[listed](t, body))), id)
			}
			values := valuesAt(one, strings.Split(name, "."))
			for _, v := range values {
				seen = true
				v = strings.NewReplacer(";", `\;`, ",", `\,`).Replace(v)
				assert.Check(t, ask(name+"[eq]"+v) && !ask(name+"[ne]"+v) && ask(name+"[in]"+v), "%s is not found by its %s %s", id, name, v)
			}
			assert.Check(t, ask(name+"[is]null") == (len(values) == 0), "%s: %s[is]null contradicts the values %q of the response", id, name, values)
		}
		assert.Check(t, seen, "test setup: no restaurant has a %s", name)
	}
}

func TestUnknownPropertyOfAFilterIsNamed(t *testing.T) {
	get := serve(t, some...)
	status, body := get("?filter=" + url.QueryEscape("taxRate[eq]0"))
	if p := read[struct {
		Problems []struct{ Code, Pointer, Message string }
	}](t, body); status != 422 || len(p.Problems) != 1 ||
		p.Problems[0].Code != "filter-invalid" || p.Problems[0].Pointer != "/query/filter" || !strings.Contains(p.Problems[0].Message, "taxRate. It takes address.address, ") {
		t.Errorf("%d %s", status, body)
	}
}
