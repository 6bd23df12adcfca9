package menu

// Choice is one chosen modifier of an item, with the choices inside it. Absent choices (nil) mean the defaults; an
// empty list means no modifiers.
type Choice struct {
	Group    string   `json:"group" maxLength:"64" doc:"Id of the modifier group"`
	Modifier string   `json:"modifier" maxLength:"64"`
	Quantity int      `json:"quantity" minimum:"1" maximum:"99"`
	Choices  []Choice `json:"choices,omitzero" maxItems:"40" doc:"Choices inside this one including the defaults; absent: the defaults"`
}
