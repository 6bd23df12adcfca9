import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../form/Button'
import styles from './ErrorMessage.module.css'

interface ErrorMessageProps {
  title?: string
  /** Description for the guest. */
  text?: string
  onRetry?: () => void
  /** Actions other than a retry. */
  children?: ReactNode
  /** Heading level: 1 if it replaces a page. */
  level?: 1 | 2
}

/** Error with its next actions. */
export function ErrorMessage({ title, text, onRetry, children, level = 1 }: ErrorMessageProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={styles.error} role="alert">
      <Heading>{title ?? t('app.trouble-title')}</Heading>
      <p>{text ?? t('app.trouble-line')}</p>
      <div className={styles.actions}>
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
