import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './Button.module.css'

const tones = { red: styles.red, yellow: styles.yellow, second: styles.second }

interface ButtonStyle {
  /** red is the primary action; yellow the primary action on red or char; second is secondary. One primary per view. */
  tone?: keyof typeof tones
  small?: boolean
  wide?: boolean
  /** Moves its parts to the two ends: count, text, total. */
  split?: boolean
}

function buttonClasses({ tone = 'red', small, wide, split }: ButtonStyle, className?: string) {
  return [
    styles.button,
    tones[tone],
    small && styles.small,
    wide && styles.wide,
    split && styles.split,
    className,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Bun-shaped button with a hard edge; it moves down when pressed. */
export function Button({
  tone,
  small,
  wide,
  split,
  className,
  type = 'button',
  ...rest
}: ButtonStyle & ComponentProps<'button'>) {
  return <button type={type} className={buttonClasses({ tone, small, wide, split }, className)} {...rest} />
}

/** A link that looks like a button, for navigation. */
export function ButtonLink({
  tone,
  small,
  wide,
  split,
  className,
  ...rest
}: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link className={buttonClasses({ tone, small, wide, split }, className)} {...rest} />
}
