package menu

// Choice is one chosen modifier of an item, with what was chosen inside it. Where choices are absent (nil) the defaults hold;
// an empty list is a choice too: without anything.
type Choice struct {
	Group    string   `json:"group" maxLength:"64" doc:"Id of the modifier group"`
	Modifier string   `json:"modifier" maxLength:"64"`
	Quantity int      `json:"quantity" minimum:"1" maximum:"99"`
	Choices  []Choice `json:"choices,omitzero" maxItems:"40" doc:"What is chosen inside this one, defaults included; absent takes its defaults"`
}
