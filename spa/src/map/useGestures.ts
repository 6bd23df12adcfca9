import { type RefObject, useEffect, useRef } from 'react'
import type { Moves } from './useMapView'
import type { Spot } from './view'

/** Maximum pointer movement of a press. Pixels. */
const clickTolerance = 4
/** Distance of an arrow key, as a fraction of the view. */
const panStep = 0.2

const arrows: Record<string, Spot> = {
  ArrowLeft: { left: -panStep, top: 0 },
  ArrowRight: { left: panStep, top: 0 },
  ArrowUp: { left: 0, top: -panStep },
  ArrowDown: { left: 0, top: panStep },
}
const zooms: Record<string, number> = { '+': 2, '=': 2, '-': 0.5, _: 0.5 }

/**
 * useGestures moves the map: mouse drag, two fingers, wheel with Ctrl, and keys while focused; a press centres a spot, for guests who
 * cannot drag. One finger and the plain wheel scroll the page, so that the map does not trap scrolling.
 */
export function useGestures(sheet: RefObject<HTMLElement | null>, moves: Moves) {
  const latest = useRef(moves)
  useEffect(() => {
    latest.current = moves
  })
  useEffect(() => {
    const element = sheet.current
    if (!element) return
    const abort = new AbortController()
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
      options?: AddEventListenerOptions,
    ) => element.addEventListener(name, listener, { ...options, signal: abort.signal })
    const part = (x: number, y: number): Spot => ({
      left: x / element.clientWidth,
      top: y / element.clientHeight,
    })
    const spot = (at: { clientX: number; clientY: number }): Spot => {
      const { left, top } = element.getBoundingClientRect()
      return part(at.clientX - left, at.clientY - top)
    }

    let press: { x: number; y: number; dragged: boolean } | undefined
    on('pointerdown', (event) => {
      press = undefined
      if (event.pointerType !== 'touch' && event.button === 0)
        press = { x: event.clientX, y: event.clientY, dragged: false }
    })
    on('pointermove', (event) => {
      if (!press || event.buttons === 0) return
      const [x, y] = [event.clientX - press.x, event.clientY - press.y]
      if (!press.dragged && Math.hypot(x, y) < clickTolerance) return
      if (!press.dragged) element.setPointerCapture(event.pointerId)
      press = { x: event.clientX, y: event.clientY, dragged: true }
      latest.current.pan(part(-x, -y))
    })
    // Capture before the pin on which it began: a drag is not a click.
    on(
      'click',
      (event) => {
        const dragged = press?.dragged
        press = undefined
        if (dragged) {
          event.stopPropagation()
          event.preventDefault()
        } else if (!(event.target as Element).closest('a, button')) latest.current.centre(spot(event))
      },
      { capture: true },
    )

    // Links can be dragged natively, which would end the map's drag.
    on('dragstart', (event) => event.preventDefault())

    let pinch: { middle: Spot; width: number } | undefined
    const pinchOf = ({ touches: [one, other] }: TouchEvent) => {
      if (!one || !other) return
      const { left, top } = spot(one)
      const { left: right, top: bottom } = spot(other)
      return {
        middle: { left: (left + right) / 2, top: (top + bottom) / 2 },
        width: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1,
      }
    }
    const touched = (event: TouchEvent) => {
      pinch = event.touches.length === 2 ? pinchOf(event) : undefined
    }
    on('touchstart', touched, { passive: true })
    on('touchend', touched, { passive: true })
    on('touchcancel', touched, { passive: true })
    on(
      'touchmove',
      (event) => {
        const next = event.touches.length === 2 ? pinchOf(event) : undefined
        if (!pinch || !next) return
        event.preventDefault()
        latest.current.zoom(next.width / pinch.width, pinch.middle)
        latest.current.pan({
          left: pinch.middle.left - next.middle.left,
          top: pinch.middle.top - next.middle.top,
        })
        pinch = next
      },
      { passive: false },
    )
    on(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        latest.current.zoom(2 ** (-event.deltaY / 200), spot(event))
      },
      { passive: false },
    )
    on('keydown', (event) => {
      if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return
      const by = arrows[event.key]
      const times = zooms[event.key]
      if (by) latest.current.pan(by)
      else if (times) latest.current.zoom(times)
      else return
      event.preventDefault()
    })
    return () => abort.abort()
  }, [sheet])
}
