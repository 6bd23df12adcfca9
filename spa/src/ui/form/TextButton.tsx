import type { ComponentProps } from 'react'
import styles from './TextButton.module.css'

/** A press among words, which looks like the link that it stands beside. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={[styles.text, className].filter(Boolean).join(' ')} {...rest} />
}
