export type Theme = 'light' | 'dark'

/** The theme on screen: the remembered one, else the system's. The document itself applies the remembered one before the first paint (infra/edge/theme.js). */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Shows the theme and remembers it. */
export function chooseTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be refused: the choice then holds until the next load.
  }
}
