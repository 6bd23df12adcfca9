import type { ReactNode } from 'react'
import styles from './Profile.module.css'

interface EntryProps {
  name: ReactNode
  lines?: readonly string[]
  /** Buttons. */
  children: ReactNode
}

/** An entry of a list of the profile. */
export function Entry({ name, lines = [], children }: EntryProps) {
  return (
    <li className={styles.entry}>
      <p>
        <b>{name}</b>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <div className={styles.buttons}>{children}</div>
    </li>
  )
}
