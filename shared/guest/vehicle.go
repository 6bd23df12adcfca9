package guest

import (
	"unicode/utf8"

	"ordering/shared/problem"
)

// Vehicle is the car that a curbside order is brought to, as the guest described it. The API and the table use the same form.
type Vehicle struct {
	Make   string `json:"make" maxLength:"80"`
	Model  string `json:"model" maxLength:"80"`
	Colour string `json:"colour" maxLength:"80"`
}

// longest limits each part of a vehicle, in characters: "Mercedes-Benz" has thirteen.
const longest = 40

// Check returns the vehicle in its stored form, and all problems in the order of the form. Under is the vehicle's JSON pointer in the
// request.
func (v Vehicle) Check(under string) (Vehicle, []problem.Detail) {
	var found []problem.Detail
	got := Vehicle{Make: tidy(v.Make), Model: tidy(v.Model), Colour: tidy(v.Colour)}
	for _, f := range []struct {
		name, value string
		missing     problem.Code
	}{
		{"make", got.Make, problem.MakeRequired}, {"model", got.Model, problem.ModelRequired}, {"colour", got.Colour, problem.ColourRequired},
	} {
		switch {
		case f.value == "":
			found = append(found, problem.Finding(f.missing, under+"/"+f.name))
		case utf8.RuneCountInString(f.value) > longest:
			found = append(found, problem.Finding(problem.FieldTooLong, under+"/"+f.name, "max", longest))
		case HasWebAddress(f.value):
			found = append(found, problem.Finding(problem.WebAddress, under+"/"+f.name))
		}
	}
	return got, found
}

// String returns the vehicle in one line, the same in every language: Honda Civic, silver.
func (v Vehicle) String() string { return v.Make + " " + v.Model + ", " + v.Colour }
