import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import styles from './MapPin.module.css'
import type { MapProps, Mark } from './pins'

interface MapPinProps extends Pick<MapProps, 'active' | 'onActive' | 'onPick'> {
  pin: Omit<Mark, 'at'>
  style?: CSSProperties
}

/** A pin for mouse and touch. Keyboard and screen reader users have the list. */
export function MapPin({ pin: { id, number, label, path }, active, onActive, onPick, style }: MapPinProps) {
  const props = {
    tabIndex: -1,
    title: label,
    className: number === undefined ? styles.dot : styles.pin,
    'data-active': id === active || undefined,
    style: {
      ...style,
      zIndex: id === active ? 1000 : number === undefined ? 0 : 500 - number,
    },
    onPointerEnter: () => onActive?.(id),
    onPointerLeave: () => onActive?.(undefined),
  }
  if (path)
    return (
      <Link to={path} {...props}>
        {number}
      </Link>
    )
  return (
    <button type="button" {...props} onClick={() => onPick?.(id)}>
      {number}
    </button>
  )
}
