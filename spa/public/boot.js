// In the shell it runs before the first paint: the page's language, and a head start for its words. A page that came rendered does not
// wait for it; there it starts the code, once there is something to read.
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

  /** All files come at once, and each is run in a task of its own: a press in between is not late. */
  async function start(files) {
    for (const file of files) preload(file)
    for (const file of files) {
      await import(file)
      await new Promise((next) => setTimeout(next))
    }
  }

  /** What nobody looks at is not painted: there the code comes behind the rest. */
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
   * A button that is pressed before its code is there is pressed again when it is, or when it will not be: a form is the browser's then. Links
   * and fields work by themselves.
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

  /** In the shell nothing can be read without the code: the document brings along what to say (as TranslationsFailed.tsx says it later on). */
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
    // A script that was not fetched does not bubble.
    addEventListener('error', say, true)
  }

  /** The sites of the markets: prefix, language, the words of every page and those of the pages after the first. */
  function headStart(sites) {
    const path = location.pathname.toLowerCase().replace(/\/$/, '')
    const under = ([prefix]) => prefix && (path === prefix || path.startsWith(`${prefix}/`))
    const [prefix, lang, site, after] = sites.find(under) ?? sites[0] ?? []
    if (lang) html.lang = lang
    // The home page needs of the words the first part only.
    for (const href of path === prefix ? [site] : [site, after]) if (href) preload(href)
  }
})()
