export type Theme = 'light' | 'dark'

/** Returns the current theme: the stored one, else the system's. infra/edge/theme.js applies the stored one before the first paint. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Applies and stores the theme. */
export function chooseTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be unavailable: the choice then lasts until the next load.
  }
}
