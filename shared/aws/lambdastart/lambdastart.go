// Package lambdastart is the runtime of a function on AWS Lambda: its log, settings, secrets and event loop. The table
// is in package dynamo, so that a function without a table does not start with its SDK. Only the mains of functions
// import this package. It makes no network request before a value is needed.
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

// Function is a function during its start.
type Function struct {
	getenv  func(string) string
	secrets *parameters
	fatal   func(message string, args ...any)
}

// New starts the function with its name in the manifest and sets its log to the format that CloudWatch reads. SERVICE names the system.
func New(name string) *Function {
	source := telemetry.Source{Service: cmp.Or(os.Getenv("SERVICE"), "ordering"), Function: name}
	slog.SetDefault(slog.New(telemetry.Log(os.Stdout, source)))
	return &Function{getenv: os.Getenv, fatal: fatal}
}

// fatal ends a process that cannot work. Lambda logs the line and starts a new process.
func fatal(message string, args ...any) {
	slog.Error(message, args...)
	os.Exit(1)
}

// Setting returns a required environment variable. If it is missing, the process ends.
func (f *Function) Setting(name string) string {
	value := f.getenv(name)
	if value == "" {
		f.fatal("a setting is missing: the stack must give it to the function", "setting", name)
	}
	return value
}

// Brand returns the brand with the id in BRAND, or the default brand.
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

// Secret returns a secret of the manifest. All secrets of a function are read in one call on first use and again every
// five minutes, so that a change needs no deployment.
func (f *Function) Secret(name string) secret.Source {
	if f.secrets == nil { // here and not in New, so that functions without secrets do not link the code
		f.secrets = newParameters(f.getenv, time.Now)
	}
	return f.secrets.source(name)
}
