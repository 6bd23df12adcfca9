import type { ComponentProps } from 'react'
import styles from './Chip.module.css'

/** One of several small choices beside each other; `aria-pressed` fills it. Its colours on another ground: see its style. */
export function Chip({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={[styles.chip, className].filter(Boolean).join(' ')} {...rest} />
}
