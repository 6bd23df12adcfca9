import { useTranslation } from 'react-i18next'
import { ButtonLink } from './Button'
import styles from './HandoffChooser.module.css'
import { Modal } from './Modal'

interface HandoffChooserProps {
  open: boolean
  onClose: () => void
  /** Where the choice of a handoff leads. */
  startPath: string
  onChoose: (type: 'carryout') => void
  /** The restaurant of a basket that was begun, with its menu. */
  begun?: { store: string; menuPath: string }
}

/** How the guest gets the food. It offers the handoffs that exist. */
export function HandoffChooser({ open, onClose, startPath, onChoose, begun }: HandoffChooserProps) {
  const { t } = useTranslation()
  return (
    <Modal open={open} onClose={onClose} title={t('app.start-title')}>
      <p>{t('app.start-line')}</p>
      <div className={styles.choice}>
        <ButtonLink wide to={startPath} onClick={() => onChoose('carryout')}>
          {t('app.carryout')}
        </ButtonLink>
        <p className={styles.line}>{t('app.carryout-line')}</p>
      </div>
      {begun && (
        <ButtonLink wide tone="second" to={begun.menuPath}>
          {t('app.keep-ordering', { store: begun.store })}
        </ButtonLink>
      )}
    </Modal>
  )
}
