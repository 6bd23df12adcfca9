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

/** Returns the props of a button with its style as classes. */
function withClasses<Props extends { className?: string }>({
  tone = 'red',
  small,
  wide,
  split,
  className,
  ...rest
}: ButtonStyle & Props) {
  const classes = [
    styles.button,
    tones[tone],
    small && styles.small,
    wide && styles.wide,
    split && styles.split,
    className,
  ]
  return { className: classes.filter(Boolean).join(' '), ...rest }
}

/** Bun-shaped button with a hard edge; it moves down when pressed. */
export function Button({ type = 'button', ...props }: ButtonStyle & ComponentProps<'button'>) {
  return <button type={type} {...withClasses(props)} />
}

/** A link that looks like a button, for navigation. */
export function ButtonLink(props: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link {...withClasses(props)} />
}
