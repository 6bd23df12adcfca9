import type { ComponentProps } from 'react'
import styles from './TextButton.module.css'

/** A button in running text, styled like a link. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={[styles.text, className].filter(Boolean).join(' ')} {...rest} />
}
