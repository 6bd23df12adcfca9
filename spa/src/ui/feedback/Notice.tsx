import type { ReactNode, Ref } from 'react'
import styles from './Notice.module.css'

interface NoticeProps {
  tone: 'info' | 'warn' | 'bad'
  title?: string
  children?: ReactNode
  /** For moving the focus to the notice. */
  ref?: Ref<HTMLDivElement>
  /** Announces the notice at once. Omit it if the notice takes the focus. */
  role?: 'alert' | 'status'
  /** Class for the layout in the page. */
  className?: string
}

/** Persistent notice: a block with a thick edge. */
export function Notice({ tone, title, children, ref, role, className }: NoticeProps) {
  return (
    <div
      ref={ref}
      className={[styles.notice, styles[tone], className].filter(Boolean).join(' ')}
      role={role}
      tabIndex={-1}
    >
      {title && <h2 className={styles.title}>{title}</h2>}
      {children}
    </div>
  )
}
