import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './Button.module.css'

interface Look {
  /** red acts; yellow acts on red or char; second is the quieter one. One primary a view. */
  tone?: 'red' | 'yellow' | 'second'
  small?: boolean
  wide?: boolean
  /** Pushes its parts to the two ends: count, words, total. */
  split?: boolean
}

function look({ tone = 'red', small, wide, split }: Look, className?: string) {
  return [
    styles.button,
    styles[tone],
    small && styles.small,
    wide && styles.wide,
    split && styles.split,
    className,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Bun-shaped, with a hard edge; it sinks when pressed. */
export function Button({
  tone,
  small,
  wide,
  split,
  className,
  type = 'button',
  ...rest
}: Look & ComponentProps<'button'>) {
  return <button type={type} className={look({ tone, small, wide, split }, className)} {...rest} />
}

/** A link that looks like a button, for what goes to another page. */
export function ButtonLink({
  tone,
  small,
  wide,
  split,
  className,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return <Link className={look({ tone, small, wide, split }, className)} {...rest} />
}
