package functions_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/functions"
)

type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	Deps       []string
}

func list(t *testing.T, pattern string) []listed {
	t.Helper()
	raw, err := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports,Deps", pattern).Output()
	assert.NilError(t, err, pattern)
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(raw))); dec.More(); {
		var p listed
		assert.NilError(t, dec.Decode(&p))
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

// Import rules between packages. Each has its reason.
func TestImportRules(t *testing.T) {
	const (
		aws, cdk, sqlite = "github.com/aws", "github.com/aws/aws-cdk-go", "modernc.org/sqlite"
	)
	for _, p := range list(t, "ordering/shared/...") {
		if under(p.ImportPath, "ordering/shared/tender") && slices.ContainsFunc(p.Imports, func(d string) bool { return under(d, "ordering/shared/order") }) {
			t.Errorf("%s imports order: a payment provider must not depend on orders", p.ImportPath)
		}
		if under(p.ImportPath, "ordering/shared/table/dynamo", "ordering/shared/aws", "ordering/shared/tender/stripe") {
			continue // adapters to other systems
		}
		for _, d := range p.Imports {
			switch {
			case strings.HasSuffix(p.ImportPath, "test") && under(d, "gotest.tools/v3"):
				// Only tests import it.
			case p.ImportPath == "ordering/shared/picture" && (d == "golang.org/x/image/webp" || d == "github.com/klauspost/compress/flate"):
				// Of the functions, only images and forms import picture.
			case p.ImportPath == "ordering/shared/table/cached" && d == "golang.org/x/sync/singleflight":
				// One file over the standard library.
			case under(p.ImportPath, "ordering/shared/customer", "ordering/shared/token") &&
				(d == "github.com/golang-jwt/jwt/v5" || d == "golang.org/x/crypto/argon2" || d == "golang.org/x/text/unicode/norm"):
				// Tokens, and passwords in auth alone.
			case under(p.ImportPath, "ordering/shared/customer/webauthn") && under(d, "github.com/go-webauthn/webauthn"):
				// Of the functions, only passkey imports it.
			case under(d, aws):
				t.Errorf("%s imports %s: domain packages must not depend on a cloud SDK, so that they run and are tested anywhere", p.ImportPath, d)
			case strings.Contains(d, ".") && !under(d, "github.com/shopspring/decimal") && !under(p.ImportPath, "ordering/shared/table/sqlite", "ordering/shared/table/tabletest"):
				t.Errorf("%s imports %s: domain packages may import only the standard library and exact decimals; each other dependency slows every cold start", p.ImportPath, d)
			case d == "net/http":
				t.Errorf("%s imports net/http: domain packages must not depend on HTTP; adapters belong in functions/ and infra/", p.ImportPath)
			case d == "ordering/shared/basket/basketview" && p.ImportPath != "ordering/shared/order/orderview":
				t.Errorf("%s imports basketview: domain packages must not depend on the wire format of a basket; a handler renders it", p.ImportPath)
			case under(d, "ordering/functions", "ordering/infra"):
				t.Errorf("%s imports %s: domain packages must not import their callers", p.ImportPath, d)
			}
		}
	}
	var tableless []string
	for _, f := range functions.All() {
		if f.Table.None() {
			tableless = append(tableless, "ordering/functions/"+f.Name+"/lambda")
		}
	}
	callers := map[string]bool{}
	for _, f := range functions.All() {
		callers["ordering/functions/"+f.Name+"/lambda"] = f.VerifiesTokens
	}
	for _, p := range list(t, "ordering/functions/...") {
		verifies := slices.Contains(p.Imports, "ordering/functions/api/identity")
		if strings.HasSuffix(p.ImportPath, "/lambda") && verifies != callers[p.ImportPath] {
			t.Errorf("%s: verifies tokens: %t, but VerifiesTokens in the manifest is %t", p.ImportPath, verifies, callers[p.ImportPath])
		}
		own, _, _ := strings.Cut(strings.TrimPrefix(p.ImportPath, "ordering/functions/"), "/")
		for _, d := range p.Deps {
			switch {
			case under(d, cdk):
				t.Errorf("%s depends on CDK, which must not be in a Lambda's binary", p.ImportPath)
			case under(d, sqlite):
				t.Errorf("%s depends on the embedded store: it adds 0.6 of a minimal function's cold start", p.ImportPath)
			case under(d, "github.com/danielgtaylor/huma") && slices.Contains([]string{"ordering/functions/geoip/lambda", "ordering/functions/origin/lambda"}, p.ImportPath):
				t.Errorf("%s depends on huma: its init is a tenth of the function's cold start; use package guard", p.ImportPath)
			case under(d, "ordering/shared/table/dynamo") && slices.Contains(tableless, p.ImportPath):
				t.Errorf("%s depends on the table's engine: its SDK initialises at each cold start, and the function has no table", p.ImportPath)
			}
		}
		for _, d := range p.Imports {
			if p.ImportPath != "ordering/functions" && under(d, "ordering/functions") && !under(d, "ordering/functions/api", "ordering/functions/"+own) {
				t.Errorf("%s imports %s: functions are deployed separately; shared code belongs in shared/", p.ImportPath, d)
			}
		}
	}
	oneMachine := slices.Concat(list(t, "ordering/infra/local/..."), list(t, "ordering/infra/live/..."), list(t, "ordering/infra/server/..."))
	for _, p := range oneMachine {
		for _, d := range p.Deps {
			switch {
			case under(d, cdk, "github.com/aws/aws-sdk-go-v2"):
				t.Errorf("%s depends on %s: one machine does not use AWS, and its first start would compile longer", p.ImportPath, d)
			case under(p.ImportPath, "ordering/infra/server") && under(d, "ordering/infra/local"):
				t.Errorf("%s depends on %s: the production server must not contain a simulator", p.ImportPath, d)
			}
		}
	}
}

// cheap lists the calls allowed in package variables: each is nearly free, or defers its work until first use.
var cheap = []string{"errors.New", "fmt.Errorf", "sync.OnceValue", "sync.OnceValues", "strings.NewReplacer", "decimal.New", "append", "slices.Clip", "backoff.Exponential", "backoff.Jitter", "holiday.Schedule"}

// catalogue is the file of the codes: its variables define them, in a list with room for all.
const catalogue = "shared/problem/codes.go"

// No code of ours works in init, because every cold start would pay for it. Compile, parse and read on first use.
func TestInitDoesNoWork(t *testing.T) {
	deployed := map[string]bool{}
	all := append(list(t, "ordering/functions/..."), list(t, "ordering/shared/...")...)
	for _, p := range all {
		if strings.HasSuffix(p.ImportPath, "/lambda") {
			for _, d := range append(p.Deps, p.ImportPath) {
				deployed[d] = true
			}
		}
	}
	for _, p := range all {
		for _, file := range p.GoFiles {
			if path := filepath.Join(p.Dir, file); deployed[p.ImportPath] {
				for _, work := range inInit(t, path) {
					if strings.HasSuffix(path, catalogue) && (work == "define" || work == "make") {
						continue // lists the codes
					}
					t.Errorf("%s does work in init: %s", path, work)
				}
			}
		}
	}
	assert.Assert(t, len(deployed) != 0)
}

// inInit returns the calls in package variables and init functions of a file that are not cheap.
func inInit(t *testing.T, path string) (work []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	assert.NilError(t, err)
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // runs later
		case *ast.CallExpr:
			name := ""
			switch called := n.Fun.(type) {
			case *ast.ParenExpr:
				return true // a conversion
			case *ast.SelectorExpr:
				name = fmt.Sprint(called.X, ".", called.Sel.Name)
			default:
				name = fmt.Sprint(called)
			}
			if !slices.Contains(cheap, name) {
				work = append(work, name)
			}
		}
		return true
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				ast.Inspect(d.Body, look)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if values, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR {
					for _, v := range values.Values {
						ast.Inspect(v, look)
					}
				}
			}
		}
	}
	return work
}
