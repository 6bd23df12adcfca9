import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A brand's sheet says the dark theme once, for who has chosen it. */
const dark = /^:root\[data-theme="dark"\] (\{[^}]*\})/m

/** A brand's sheet as browsers get it: dark for who has chosen that, and by the system for who has chosen nothing. */
export const withSystemTheme = (sheet: string): string =>
  sheet.replace(dark, '@media (prefers-color-scheme: dark) {\n:root:not([data-theme="light"]) $1\n}\n$&')

/** The colours of a brand by their roles: #rrggbb. The dark theme writes over the light one. */
export function coloursOf(
  folderPath: string,
  theme: 'light' | 'dark' = 'light',
): ReadonlyMap<string, string> {
  const sheet = readFileSync(join(import.meta.dirname, folderPath, 'colours.css'), 'utf8')
  const told = theme === 'light' ? sheet.replace(dark, '') : sheet
  return new Map(
    [...told.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, role, colour]) => [role!, colour!]),
  )
}

/**
 * A drawing for who asks no style sheet: where it has a role of the brand, as what food comes in does, it gets its colour. On a page the
 * roles are filled in by themselves.
 */
export const withBrandColours = (drawing: string, colours: ReadonlyMap<string, string>): string =>
  drawing.replace(/"var\(--([\w-]+)\)"/g, (_, role: string) => {
    const colour = colours.get(role)
    if (!colour) throw new Error(`the brand has no ${role}`)
    return `"${colour}"`
  })
