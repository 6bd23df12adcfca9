//go:build !race

package main

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

var escaped = regexp.MustCompile(`%[0-9a-fA-F]{2}`)

// transformed applies a text transformation of WAF to a path, as its documentation describes it.
func transformed(t *testing.T, kind, text string) string {
	switch kind {
	case "NONE":
	case "URL_DECODE", "URL_DECODE_UNI": // invalid escapes stay
		text = escaped.ReplaceAllStringFunc(text, func(code string) string {
			b, _ := strconv.ParseUint(code[1:], 16, 8) // two hexadecimal digits
			return string([]byte{byte(b)})
		})
	case "NORMALIZE_PATH":
		end := strings.HasSuffix(text, "/")
		if text = path.Clean("/" + text); end && text != "/" {
			text += "/"
		}
	case "LOWERCASE":
		text = strings.ToLower(text)
	default:
		t.Fatalf("unknown transformation: %s", kind)
	}
	return text
}

// matches evaluates a rule's statement for a request's path and the labels of earlier rules.
func matches(t *testing.T, s node, address string, labels ...string) bool {
	holds := func(s node) bool { return matches(t, s, address, labels...) }
	if not := s.at("NotStatement", "Statement"); not.v != nil {
		return !holds(not)
	}
	if all := s.at("AndStatement", "Statements").list(); all != nil {
		return !slices.ContainsFunc(all, func(s node) bool { return !holds(s) })
	}
	if either := s.at("OrStatement", "Statements").list(); either != nil {
		return slices.ContainsFunc(either, holds)
	}
	if label := s.at("LabelMatchStatement"); label.v != nil {
		key := label.at("Key").text()
		return slices.ContainsFunc(labels, func(l string) bool { return l == key || label.at("Scope").is("NAMESPACE") && strings.HasPrefix(l, key) })
	}
	m := s.at("ByteMatchStatement")
	steps := m.at("TextTransformations").list()
	slices.SortFunc(steps, func(a, b node) int { return int(a.at("Priority").v.(float64) - b.at("Priority").v.(float64)) })
	for _, step := range steps {
		address = transformed(t, step.at("Type").text(), address)
	}
	search := m.at("SearchString").text()
	switch how := m.at("PositionalConstraint").text(); how {
	case "EXACTLY":
		return address == search
	case "STARTS_WITH":
		return strings.HasPrefix(address, search)
	default:
		t.Fatalf("unknown match: %s", s.text())
		return false
	}
}

func TestFirewallCountsEverySpelling(t *testing.T) {
	front := ofTheRepository(t).templates["ordering-prod-front"]
	limits := map[string]node{}
	for _, rule := range front.properties(front.first("WAFv2::WebACL")).at("Rules").list() {
		if s := rule.at("Statement", "RateBasedStatement", "ScopeDownStatement"); s.v != nil {
			limits[rule.at("Name").text()] = s
		}
	}
	const orders, pay = "/api/online-ordering/orders/", "/api/online-ordering/payment-management/"
	for address, want := range map[string][2]bool{ // counted as a request, as a placing
		orders + "kitchen-events":                          {false, false},
		orders + "kitchen-events/":                         {true, false},
		orders + "kitchen-events/1":                        {true, false},
		orders + "kitchen-eventsx":                         {true, false},
		orders + "kitchen-events/../../locations":          {true, false},
		orders + "kitchen-events/%2e%2e/%2e%2e/locations":  {true, false},
		orders + "kitchen-events%2f..%2f..%2flocations":    {true, false},
		orders + "kitchen-events%252f..%252f..%252fmenus":  {true, false},
		orders + "x/../kitchen-events":                     {true, false},
		orders + "./kitchen-events":                        {true, false},
		orders + "KITCHEN-EVENTS":                          {true, false},
		orders + "kitchen%2devents":                        {true, false},
		orders + "%6bitchen-events":                        {true, false},
		"/":                                                {true, false},
		pay + "payment-methods/1":                          {true, false},
		pay + "card":                                       {true, false},
		pay + "card/1":                                     {true, true},
		pay + "%63ard/1":                                   {true, true},
		pay + "%2563ard/1":                                 {true, true},
		pay + "CARD/1":                                     {true, true},
		pay + "card%2f1":                                   {true, true},
		pay + "x/%2e%2e/card/1":                            {true, true},
		pay + "x/%252e%252e/card/1":                        {true, true},
		pay + "/card//1":                                   {true, true},
		pay + "./card/1":                                   {true, true},
		"/api/online%2dordering/payment-management/card/1": {true, true},
	} {
		got := [2]bool{matches(t, limits["requests"], address), matches(t, limits["placings"], address)}
		assert.Check(t, is.Equal(got, want), address)
	}
	for address, want := range map[string]bool{
		forms + "feedback": true, forms + "form-token": true, uploads: true, "/api/labor%2dmanagement/job-applications": true,
		"/api/x/../Survey-Management//uploads": true, orders + "1": false, "/contact/general-feedback": false,
	} {
		assert.Check(t, is.Equal(matches(t, limits["forms"], address), want), address)
	}
}

// Every match of AWS's rule groups, including rules that AWS adds later, gets our own answer. Counted rules neither block nor suppress a
// block.
func TestFirewallRefusesWithItsOwnAnswer(t *testing.T) {
	const call = "/api/"
	const common, reputation, bad = "awswaf:managed:aws:core-rule-set:", "awswaf:managed:aws:amazon-ip-list:", "awswaf:managed:aws:known-bad-inputs:"
	for situation, c := range map[string]struct {
		path    string
		labels  []string
		refused bool
	}{
		"an honest request":               {call, nil, false},
		"a long note to the kitchen":      {call, []string{common + "SizeRestrictions_Body", common + "CrossSiteScripting_Body"}, false},
		"an address that AWS only counts": {call, []string{reputation + "AWSManagedIPDDoSList"}, false},
		"an unrelated label":              {call, []string{"awswaf:managed:token:absent", "awswaf:clientip:geo:country:US"}, false},
		"a known attack":                  {call, []string{bad + "Log4JRCE_Header"}, true},
		"a known attack, padded":          {call, []string{common + "SizeRestrictions_Body", common + "GenericLFI_URIPath"}, true},
		"a bad address that AWS counts": {
			call, []string{reputation + "AWSManagedIPDDoSList", reputation + "AWSManagedIPReputationList"}, true,
		},
		"a rule that AWS adds":           {call, []string{common + "NewRule_Header"}, true},
		"a new rule about addresses":     {call, []string{reputation + "NewList"}, true},
		"a photograph that has ../":      {uploads, []string{common + "GenericLFI_Body", common + "SizeRestrictions_Body"}, false},
		"a résumé that has an address":   {uploads, []string{common + "GenericRFI_Body"}, false},
		"an attack in a form's text":     {forms + "feedback", []string{common + "GenericRFI_Body"}, true},
		"an attack beside a photograph":  {uploads, []string{common + "GenericLFI_Body", common + "GenericLFI_QueryArguments"}, true},
		"a known attack as a photograph": {uploads, []string{bad + "Log4JRCE_Body"}, true},
		"a photograph of a bad address":  {uploads, []string{common + "GenericLFI_Body", reputation + "AWSManagedIPReputationList"}, true},
		"a new rule about uploads":       {uploads, []string{common + "NewRule_Body"}, true},
		"another spelling of the path":   {forms + "%75ploads", []string{common + "GenericLFI_Body"}, true},
		"a path behind that of uploads":  {uploads + "/1", []string{common + "GenericLFI_Body"}, true},
	} {
		for stage, templates := range map[string]map[string]template{"prod": ofTheRepository(t).templates, "dev": elsewhere(t).templates} { // one counts, the other blocks
			front := templates["ordering-"+stage+"-front"]
			var does string
			for _, rule := range front.properties(front.first("WAFv2::WebACL")).at("Rules").list() {
				s := rule.at("Statement")
				if s.at("RateBasedStatement").v != nil {
					continue
				}
				if s.at("ManagedRuleGroupStatement").v != nil {
					if !same(rule.at("OverrideAction"), `{"Count":{}}`) {
						t.Errorf("%s: the rule group %s must not terminate the evaluation", stage, rule.at("Name").text())
					}
				} else if does == "" && matches(t, s, c.path, c.labels...) {
					does = strings.Join(rule.at("Action").keys(), "")
				}
			}
			want := map[bool]string{true: map[string]string{"prod": "Count", "dev": "Block"}[stage]}[c.refused]
			assert.Check(t, is.Equal(does, want), "%s %s", situation, stage)
		}
	}
}
