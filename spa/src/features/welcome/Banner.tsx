import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/media/Icon'
import styles from './Welcome.module.css'

const tones = { card: styles.card, char: styles.char, yellow: styles.yellow }

interface BannerProps {
  title: string
  tone: keyof typeof tones
  onClose: () => void
  /** Message, shown beside the actions. */
  children: ReactNode
  action: ReactNode
}

/** A banner in the tray at the bottom of the screen. */
export function Banner({ title, tone, onClose, children, action }: BannerProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={`${styles.banner} ${tones[tone]}`}
      data-asks={tone !== 'yellow' || undefined}
      data-ground={tone === 'char' ? 'dark' : undefined}
    >
      <div className={styles.message}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      {action}
      <button type="button" className={styles.close} aria-label={t('app.close')} onClick={onClose}>
        <Icon name="close" size={20} />
      </button>
    </div>
  )
}
