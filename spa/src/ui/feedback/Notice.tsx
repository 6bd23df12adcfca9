import type { ReactNode, Ref } from 'react'
import styles from './Notice.module.css'

interface NoticeProps {
  tone: 'info' | 'warn' | 'bad'
  title?: string
  children?: ReactNode
  /** Takes the focus by script, when it is what the guest must read next. */
  ref?: Ref<HTMLDivElement>
  /** Said at once by assistive technology. Leave it out where the focus goes to it anyway. */
  role?: 'alert' | 'status'
  /** Places it in the page. */
  className?: string
}

/** A thing to know that stays where it stands: a block with a thick edge. */
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
