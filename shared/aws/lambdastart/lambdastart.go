// Package lambdastart is what a function on AWS Lambda has around it: its log, its settings, its secrets, and the loop that hands it
// events. The table is package dynamo's, so that who has none does not start with its SDK. Only the mains of functions import it. Nothing here is looked for or asked over the network before it is needed.
package lambdastart

import (
	"cmp"
	"log/slog"
	"os"
	"strconv"
	"time"

	"ordering/shared/brand"
	"ordering/shared/secret"
	"ordering/shared/telemetry"
)

// Function is a function as its main makes it.
type Function struct {
	getenv  func(string) string
	secrets *parameters
	fatal   func(message string, args ...any)
}

// New begins a function, by its name in the manifest: from here on its log is one that CloudWatch reads. The system's name is SERVICE.
func New(name string) *Function {
	source := telemetry.Source{Service: cmp.Or(os.Getenv("SERVICE"), "ordering"), Function: name}
	slog.SetDefault(slog.New(telemetry.Log(os.Stdout, source)))
	return &Function{getenv: os.Getenv, fatal: fatal}
}

// fatal ends a process that cannot work: Lambda shows the line and tries again with a new one.
func fatal(message string, args ...any) {
	slog.Error(message, args...)
	os.Exit(1)
}

// Setting is an environment variable that the function cannot do without: it ends when it is missing.
func (f *Function) Setting(name string) string {
	value := f.getenv(name)
	if value == "" {
		f.fatal("a setting is missing: the stack must give it to the function", "setting", name)
	}
	return value
}

// Brand is the brand that the system is of: BRAND names it by its id, without it the default one.
func (f *Function) Brand() brand.Brand {
	named := f.getenv("BRAND")
	if named == "" {
		return brand.Default()
	}
	id, err := strconv.Atoi(named)
	b, known := brand.Find(id)
	if err != nil || !known {
		f.fatal("there is no such brand: BRAND is the id of a record", "brand", named)
	}
	return b
}

// Secret is a secret of the manifest. All of a function's secrets are read in one call when the first is needed, and again every
// five minutes: one that is changed is known without a new deployment.
func (f *Function) Secret(name string) secret.Source {
	if f.secrets == nil { // here and not in New: who has no secrets does not link what reads them
		f.secrets = newParameters(f.getenv, time.Now)
	}
	return f.secrets.source(name)
}
