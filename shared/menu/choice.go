// Package menu is what a restaurant serves: menus, sections, items and the questions an item asks.
package menu

// Choice is one chosen modifier of an item, with what was chosen inside it.
type Choice struct {
	Group    string   `json:"group" maxLength:"64" doc:"Id of the modifier group"`
	Modifier string   `json:"modifier" maxLength:"64"`
	Quantity int      `json:"quantity" minimum:"1" maximum:"99"`
	Choices  []Choice `json:"choices,omitempty" maxItems:"40"`
}
