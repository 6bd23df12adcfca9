package command

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// pictures reports whether a picture exists: a drawing of a dish or a layer in the site's sources, a picture that the build renders from
// drawings, or a photograph of the brand.
func pictures(project, photographs string) func(name string) bool {
	food := filepath.Join(project, "spa", "src", "food")
	scenes, _ := os.ReadFile(filepath.Join(project, "spa", "src", "picture", "scenes.ts"))
	burgers, _ := os.ReadFile(filepath.Join(food, "burgers.ts"))
	drawing := func(pattern ...string) bool {
		found, _ := filepath.Glob(filepath.Join(append([]string{food}, pattern...)...))
		return len(found) > 0
	}
	return func(name string) bool {
		if strings.ContainsAny(name, `*?[\`) || path.Clean("/"+name) != "/"+name {
			return false
		}
		folder, file := path.Split(name)
		stem := strings.TrimSuffix(file, path.Ext(file))
		switch {
		case folder == "ingredients/":
			return drawing("ingredients", file+".svg")
		case path.Ext(file) == "": // a drawing itself
			return folder == "dishes/" && drawing("dishes", "*", file+".svg") || folder == "burgers/" && bytes.Contains(burgers, []byte("'"+file+"':"))
		case folder == "dishes/" && drawing("dishes", "*", stem+".svg"), (folder == "scenes/" || folder == "blog/") && bytes.Contains(scenes, []byte(stem)):
			return true
		}
		_, err := os.Stat(filepath.Join(photographs, filepath.FromSlash(name)))
		return err == nil
	}
}
