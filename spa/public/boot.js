// Runs before the first paint: the remembered theme (no flash); in the shell also the page's language, and a head start for its words.
;(() => {
  const { documentElement: html, head, currentScript } = document
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage may be refused; the theme then follows the system.
  }
  if (theme === 'light' || theme === 'dark') html.dataset.theme = theme

  // The sites of the markets: prefix, language, the words of every page and those of the pages after the first.
  const sites = JSON.parse(currentScript.dataset.ahead || '[]')
  const path = location.pathname.toLowerCase().replace(/\/$/, '')
  const under = ([prefix]) => prefix && (path === prefix || path.startsWith(`${prefix}/`))
  const [prefix, lang, site, after] = sites.find(under) ?? sites[0] ?? []
  if (lang) html.lang = lang
  // The home page needs of the words the first part only.
  for (const href of path === prefix ? [site] : [site, after]) {
    if (!href) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    head.append(link)
  }
})()
