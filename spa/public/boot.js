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
    const pressAgain = keepPresses()
    afterPaint(() => void start(code).catch(pressAgain))
  } else {
    headStart(JSON.parse(currentScript.dataset.ahead || '[]'))
    sayIfNothingComes()
  }

  /** Loads all files at once and runs each in a task of its own, so that input in between is not delayed. */
  async function start(files) {
    for (const file of files) preload(file)
    for (const file of files) {
      await import(file)
      await new Promise((next) => setTimeout(next))
    }
  }

  /** Calls act after the first paint. Hidden pages are not painted: it then runs after the load. */
  function afterPaint(act) {
    if (document.hidden || !window.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
      addEventListener('load', act)
      return
    }
    new PerformanceObserver((list, observer) => {
      if (!list.getEntriesByName('first-contentful-paint').length) return
      observer.disconnect()
      act()
    }).observe({ type: 'paint', buffered: true })
  }

  /**
   * Stores the last button press before hydration and replays it afterwards. If hydration fails, it is replayed too, and forms are
   * submitted natively. Links and fields work without code.
   */
  function keepPresses() {
    let pressed
    const press = ({ target }) => {
      pressed = target.closest('button')
    }
    const hold = (event) => event.preventDefault()
    const pressAgain = () => {
      removeEventListener('click', press, true)
      removeEventListener('submit', hold)
      pressed?.click()
      pressed = null
    }
    addEventListener('click', press, true)
    addEventListener('submit', hold)
    addEventListener('taken-over', pressAgain, { once: true })
    return pressAgain
  }

  /** Shows an error in the shell if the code fails to load; its text is inlined in the document (see TranslationsFailed.tsx). */
  function sayIfNothingComes() {
    const say = ({ target }) => {
      const words = document.querySelector(`template[lang="${html.lang.slice(0, 2)}"]`)?.dataset
      if (target.type !== 'module' || !words) return
      const put = (tag, text) => Object.assign(document.createElement(tag), { textContent: text })
      const page = Object.assign(put('main'), { className: 'no-words' })
      page.append(
        put('h1', words.title),
        put('p', words.line),
        Object.assign(put('a', words.again), { href: location.href }),
      )
      document.title = words.title
      document.getElementById('root').replaceChildren(page)
    }
    // Error events of scripts do not bubble.
    addEventListener('error', say, true)
  }

  /** Preloads translations. Sites are the markets: prefix, language, bundle of every page, and bundle of the pages after the first. */
  function headStart(sites) {
    const path = location.pathname.toLowerCase().replace(/\/$/, '')
    const under = ([prefix]) => prefix && (path === prefix || path.startsWith(`${prefix}/`))
    const [prefix, lang, site, after] = sites.find(under) ?? sites[0] ?? []
    if (lang) html.lang = lang
    // The home page needs only the first bundle.
    for (const href of path === prefix ? [site] : [site, after]) if (href) preload(href)
  }
})()
