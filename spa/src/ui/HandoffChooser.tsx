import { useTranslation } from 'react-i18next'
import { type HandoffType, handoffTypes } from '../market/handoff'
import { ButtonLink } from './Button'
import styles from './HandoffChooser.module.css'
import { Modal } from './Modal'

interface HandoffChooserProps {
  open: boolean
  onClose: () => void
  /** Where the choice of a handoff leads. */
  startPath: (type: HandoffType) => string
  /** The restaurant of a basket that was begun, with its menu. */
  begun?: { store: string; menuPath: string }
}

/** How the guest gets the food, before there is a restaurant. It offers the handoffs that exist. */
export function HandoffChooser({ open, onClose, startPath, begun }: HandoffChooserProps) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onClose={onClose} title={t('app.start-title')}>
      <p>{t('app.start-line')}</p>
      {handoffTypes.map((type) => (
        <div key={type} className={styles.choice}>
          <ButtonLink wide to={startPath(type)}>
            {t(`app.handoff-${type}`)}
          </ButtonLink>
          <p className={styles.line}>{t(`app.handoff-${type}-line`)}</p>
        </div>
      ))}
      {begun && (
        <ButtonLink wide tone="second" to={begun.menuPath}>
          {t('app.keep-ordering', { store: begun.store })}
        </ButtonLink>
      )}
    </Modal>
  )
}
