package functions_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func list(t *testing.T, pattern string) []listed {
	t.Helper()
	raw, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", pattern).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", pattern, err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(raw))); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func under(path string, roots ...string) bool {
	for _, r := range roots {
		if path == r || strings.HasPrefix(path, r+"/") {
			return true
		}
	}
	return false
}

// Who may import whom. Each rule says why it stands.
func TestImportsKeepTheHouse(t *testing.T) {
	const (
		aws, cdk, sqlite = "github.com/aws", "github.com/aws/aws-cdk-go", "modernc.org/sqlite"
	)
	for _, p := range list(t, "ordering/shared/...") {
		if under(p.ImportPath, "ordering/shared/table/dynamo", "ordering/shared/lambdahttp", "ordering/shared/stripe", "ordering/shared/signed", "ordering/shared/cloud") {
			continue // the adapters to what is outside
		}
		for _, d := range p.Imports {
			switch {
			case under(d, aws):
				t.Errorf("%s imports %s: the domain knows no cloud, so that it runs and is tested anywhere", p.ImportPath, d)
			case strings.Contains(d, ".") && !under(d, "github.com/shopspring/decimal") && !under(p.ImportPath, "ordering/shared/table/sqlite", "ordering/shared/table/tabletest") && !(p.ImportPath == "ordering/shared/picture" && d == "golang.org/x/image/webp"):
				t.Errorf("%s imports %s: the domain stands on the standard library and exact decimals; anything more is in every function's cold start", p.ImportPath, d)
			case d == "net/http":
				t.Errorf("%s imports net/http: the domain knows no transport; adapters belong to functions/ and infra/", p.ImportPath)
			case under(d, "ordering/functions", "ordering/infra"):
				t.Errorf("%s imports %s: the domain does not know who uses it", p.ImportPath, d)
			}
		}
	}
	for _, p := range list(t, "ordering/functions/...") {
		own, _, _ := strings.Cut(strings.TrimPrefix(p.ImportPath, "ordering/functions/"), "/")
		for _, d := range p.Deps {
			switch {
			case under(d, cdk):
				t.Errorf("%s depends on CDK: it would be in a Lambda's binary", p.ImportPath)
			case under(d, sqlite):
				t.Errorf("%s depends on the embedded store: it costs a cold start 0.6 of a hello-world", p.ImportPath)
			}
		}
		for _, d := range p.Imports {
			if p.ImportPath != "ordering/functions" && under(d, "ordering/functions") && !under(d, "ordering/functions/api", "ordering/functions/"+own) {
				t.Errorf("%s imports %s: functions are deployed apart; what two share belongs to shared/", p.ImportPath, d)
			}
		}
	}
	for _, p := range list(t, "ordering/infra/local/...") {
		for _, d := range p.Deps {
			if under(d, cdk) {
				t.Errorf("%s depends on CDK: the local stack starts in a second, and CDK compiles for a minute", p.ImportPath)
			}
		}
	}
}
