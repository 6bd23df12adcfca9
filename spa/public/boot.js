// Runs before the first paint: the remembered theme (no flash), the page's language, and a head start for what the page needs.
;(() => {
  const { documentElement: html, head, currentScript } = document
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage may be refused; the theme then follows the system.
  }
  if (theme === 'light' || theme === 'dark') html.dataset.theme = theme

  const french = /^\/ca\/fr-ca(\/|$)/.test(location.pathname)
  html.lang = french ? 'fr-CA' : /^\/ca(\/|$)/.test(location.pathname) ? 'en-CA' : 'en-US'
  // The home page needs its own code, and of the words the first part only.
  const { home, ...words } = JSON.parse(currentScript.dataset.ahead || '{"home":[]}')
  const [site, order] = words[french ? 'fr-ca' : 'en'] ?? []
  for (const href of /^\/(ca\/[a-z-]+\/?)?$/.test(location.pathname) ? [site, ...home] : [site, order]) {
    if (!href) continue
    const link = document.createElement('link')
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    link.crossOrigin = ''
    link.href = href
    head.append(link)
  }
})()
