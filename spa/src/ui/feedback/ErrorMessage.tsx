import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../form/Button'
import styles from './ErrorMessage.module.css'

interface ErrorMessageProps {
  title?: string
  /** What happened, in the guest's words. */
  text?: string
  onRetry?: () => void
  /** What to do next, when it is more than trying again. */
  children?: ReactNode
  /** Heading level: 1 when it stands for a page. */
  level?: 1 | 2
}

/** What went wrong and what to do next. */
export function ErrorMessage({ title, text, onRetry, children, level = 1 }: ErrorMessageProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={styles.trouble} role="alert">
      <Heading>{title ?? t('app.trouble-title')}</Heading>
      <p>{text ?? t('app.trouble-line')}</p>
      <div className={styles.next}>
        {onRetry && <Button onClick={onRetry}>{t('app.try-again')}</Button>}
        {children ?? (
          <ButtonLink tone={onRetry ? 'second' : 'red'} to={paths.home}>
            {t('app.go-home')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
