// In the shell it runs before the first paint: sets the page's language and preloads its translations. On a prerendered page it is
// async and starts the code after the first paint.
;(() => {
  const { documentElement: html, head, currentScript } = document

  const preload = (href) => {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    head.append(link)
  }

  const code = JSON.parse(currentScript.dataset.code || 'null')
  if (code) {
    const replayPress = recordPresses()
    afterPaint(() => void start(code).catch(replayPress))
  } else {
    preloadFiles(JSON.parse(currentScript.dataset.ahead || '[]'))
    showLoadErrors()
  }

  /** Loads all files at once and runs each in a task of its own, so that input in between is not delayed. */
  async function start(files) {
    for (const file of files) preload(file)
    for (const file of files) {
      await import(file)
      await new Promise((next) => setTimeout(next))
    }
  }

  /** Calls the function after the first paint. Hidden pages are not painted: it then runs after the load. */
  function afterPaint(callback) {
    if (document.hidden || !window.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
      addEventListener('load', callback)
      return
    }
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName('first-contentful-paint').length) return
      observer.disconnect()
      callback()
    }).observe({ type: 'paint', buffered: true })
  }

  /**
   * Stores the last button press before hydration and replays it afterwards. If hydration fails, it is replayed too, and forms are
   * submitted natively. Links and fields work without code.
   */
  function recordPresses() {
    let pressed
    const record = ({ target }) => {
      pressed = target.closest('button')
    }
    const blockSubmit = (event) => event.preventDefault()
    const replayPress = () => {
      removeEventListener('click', record, true)
      removeEventListener('submit', blockSubmit)
      pressed?.click()
      pressed = null
    }
    addEventListener('click', record, true)
    addEventListener('submit', blockSubmit)
    addEventListener('taken-over', replayPress, { once: true })
    return replayPress
  }

  /** Shows an error in the shell if the code fails to load; its text is inlined in the document (see TranslationsFailed.tsx). */
  function showLoadErrors() {
    const show = ({ target }) => {
      const texts = document.querySelector(`template[lang="${html.lang.slice(0, 2)}"]`)?.dataset
      if (target.type !== 'module' || !texts) return
      const element = (tag, text) => Object.assign(document.createElement(tag), { textContent: text })
      const page = Object.assign(element('main'), { className: 'load-error' })
      page.append(
        element('h1', texts.title),
        element('p', texts.line),
        Object.assign(element('a', texts.again), { href: location.href }),
      )
      document.title = texts.title
      document.getElementById('root').replaceChildren(page)
    }
    // Error events of scripts do not bubble.
    addEventListener('error', show, true)
  }

  /** Preloads translations and routes. Sites are the markets: prefix, language, bundle of every page, files of all but the home page. */
  function preloadFiles(sites) {
    const path = location.pathname.toLowerCase().replace(/\/$/, '')
    const isBelow = ([prefix]) => prefix && (path === prefix || path.startsWith(`${prefix}/`))
    const [prefix, lang, site, ...after] = sites.find(isBelow) ?? sites[0] ?? []
    if (lang) html.lang = lang
    for (const href of path === prefix ? [site] : [site, ...after]) if (href) preload(href)
  }
})()
