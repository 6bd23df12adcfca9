import type { CSSProperties } from 'react'
import styles from './MapPin.module.css'
import type { MapProps, Pin } from './pins'

interface MapPinProps extends Pick<MapProps, 'active' | 'onActive' | 'onPick'> {
  pin: Pin
  style?: CSSProperties
}

/** A pin for mouse and touch. Keyboard and screen reader users have the list. */
export function MapPin({ pin: { id, number, label }, active, onActive, onPick, style }: MapPinProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={label}
      className={number === undefined ? styles.dot : styles.sign}
      data-active={id === active || undefined}
      style={{ ...style, zIndex: id === active ? 1000 : number === undefined ? 0 : 500 - number }}
      onPointerEnter={() => onActive?.(id)}
      onPointerLeave={() => onActive?.(undefined)}
      onClick={() => onPick?.(id)}
    >
      {number}
    </button>
  )
}
