import type { ComponentProps } from 'react'
import styles from './Chip.module.css'

/** One of several small toggles; `aria-pressed` fills it. For colours on other backgrounds see its style sheet. */
export function Chip({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" className={['tap', styles.chip, className].filter(Boolean).join(' ')} {...rest} />
  )
}
