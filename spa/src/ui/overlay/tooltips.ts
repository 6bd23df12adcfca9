import styles from './Tooltip.module.css'

/** Delay before showing a tooltip (specification §9). Milliseconds. */
const delay = 400

/** A control with data-tip shows its aria-label as a tooltip. */
const tipped = '[data-tip]'

let tip: HTMLElement | undefined
/** The control that is hovered or has the keyboard focus. */
let control: HTMLElement | undefined
let waiting: ReturnType<typeof setTimeout> | undefined

function show(of: HTMLElement) {
  if (!of.isConnected) return
  // A popover is in the top layer, above dialogs. It repeats its control's name, so it is hidden from screen readers.
  tip ??= Object.assign(document.createElement('div'), { className: styles.tip, popover: 'manual' })
  tip.setAttribute('aria-hidden', 'true')
  tip.textContent = of.getAttribute('aria-label')
  document.body.append(tip)
  tip.showPopover()
  const at = of.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const left = Math.min(at.left + (at.width - width) / 2, innerWidth - width - 8)
  tip.style.left = `${Math.max(8, left)}px`
  tip.style.top = `${at.top < height ? at.bottom : at.top - height}px`
}

function hide() {
  clearTimeout(waiting)
  tip?.remove()
}

function turnTo(target: EventTarget | null) {
  const element = target instanceof Element ? target : undefined
  if (tip && element && tip.contains(element)) return // the pointer may move onto the tooltip
  const next = element?.closest<HTMLElement>(tipped) ?? undefined
  if (next === control) return
  hide()
  control = next
  if (next) waiting = setTimeout(() => show(next), delay)
}

if (typeof document !== 'undefined') {
  turnTo(document.querySelector(`${tipped}:hover, ${tipped}:focus-visible`)) // the control that triggered the loading of this chunk
  document.addEventListener('pointerover', ({ pointerType, target }) => {
    if (pointerType !== 'touch') turnTo(target)
  })
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) turnTo(target)
  })
  document.addEventListener('focusout', () => turnTo(null))
  document.addEventListener('pointerdown', hide)
  // A pending tooltip stays pending, because focusing a control may scroll the page.
  document.addEventListener('scroll', () => tip?.remove(), { capture: true, passive: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
}
