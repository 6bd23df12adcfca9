// Runs before the first paint: the remembered theme (no flash), the page's language, and a head start for its words.
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
  // Of the words the home page needs the first part only.
  const home = /^\/(ca\/[a-z-]+\/?)?$/.test(location.pathname)
  const words = JSON.parse(currentScript.dataset.locales || '{}')[french ? 'fr-ca' : 'en'] ?? []
  for (const href of words.slice(0, home ? 1 : undefined)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    head.append(link)
  }
})()
