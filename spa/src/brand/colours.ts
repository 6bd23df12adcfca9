import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The dark theme of a brand's sheet. The source contains it once, for the explicit choice. */
const dark = /^:root\[data-theme="dark"\] (\{[^}]*\})/m

/** Returns a brand's sheet with the dark theme for the explicit choice and for the system preference. */
export const withSystemTheme = (sheet: string): string =>
  sheet.replace(dark, '@media (prefers-color-scheme: dark) {\n:root:not([data-theme="light"]) $1\n}\n$&')

/** Returns a brand's colours by role: #rrggbb. The dark theme overrides the light one. */
export function coloursOf(
  folderPath: string,
  theme: 'light' | 'dark' = 'light',
): ReadonlyMap<string, string> {
  const sheet = readFileSync(join(import.meta.dirname, folderPath, 'colours.css'), 'utf8')
  const text = theme === 'light' ? sheet.replace(dark, '') : sheet
  return new Map(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, role, colour]) => [role!, colour!]),
  )
}

/** Returns a brand's colour by role. */
export function colourOf(colours: ReadonlyMap<string, string>, role: string): string {
  const colour = colours.get(role)
  if (!colour) throw new Error(`colours.css has no --${role}`)
  return colour
}

/** Replaces the brand's role variables in a drawing by colours, for uses without a style sheet. On pages CSS resolves the variables. */
export const withBrandColours = (drawing: string, colours: ReadonlyMap<string, string>): string =>
  drawing.replace(/"var\(--([\w-]+)\)"/g, (_, role: string) => `"${colourOf(colours, role)}"`)
