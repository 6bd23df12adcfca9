import styles from './Tooltip.module.css'

/** Delay before showing a tooltip (specification §9). Milliseconds. */
const delay = 400

/** A control with data-tip shows its aria-label as a tooltip. */
const tooltipControls = '[data-tip]'

let tip: HTMLElement | undefined
/** The control that is hovered or has the keyboard focus. */
let control: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function show(element: HTMLElement) {
  if (!element.isConnected) return
  // A popover is in the top layer, above dialogs. It repeats its control's name, so it is hidden from screen readers.
  tip ??= Object.assign(document.createElement('div'), { className: styles.tip, popover: 'manual' })
  tip.setAttribute('aria-hidden', 'true')
  tip.textContent = element.getAttribute('aria-label')
  document.body.append(tip)
  tip.showPopover()
  const at = element.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const left = Math.min(at.left + (at.width - width) / 2, innerWidth - width - 8)
  tip.style.left = `${Math.max(8, left)}px`
  tip.style.top = `${at.top < height ? at.bottom : at.top - height}px`
}

function hide() {
  clearTimeout(timer)
  tip?.remove()
}

function setControl(target: EventTarget | null) {
  const element = target instanceof Element ? target : undefined
  if (tip && element && tip.contains(element)) return // the pointer may move onto the tooltip
  const next = element?.closest<HTMLElement>(tooltipControls) ?? undefined
  if (next === control) return
  hide()
  control = next
  if (next) timer = setTimeout(() => show(next), delay)
}

if (typeof document !== 'undefined') {
  // The control that triggered the loading of this chunk.
  setControl(document.querySelector(`${tooltipControls}:hover, ${tooltipControls}:focus-visible`))
  document.addEventListener('pointerover', ({ pointerType, target }) => {
    if (pointerType !== 'touch') setControl(target)
  })
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) setControl(target)
  })
  document.addEventListener('focusout', () => setControl(null))
  document.addEventListener('pointerdown', hide)
  // A pending tooltip stays pending, because focusing a control may scroll the page.
  document.addEventListener('scroll', () => tip?.remove(), { capture: true, passive: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
}
