import { useTranslation } from 'react-i18next'
import { catering, everyday, getAQuote, soonCategories } from '../../market/categories'
import { type HandoffType, handoffTypes } from '../../market/handoff'
import { patterns, type SoonCategory } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/form/Button'
import { Modal } from '../../ui/overlay/Modal'
import { ContentLink } from '../../ui/page/ContentLink'
import styles from './HandoffChooser.module.css'

/** The category that the guest is about to order. */
export interface Choice {
  category: string
  /** Opened by an entry of the navigation. */
  menu: boolean
}

interface HandoffChooserProps {
  /** Absent while closed. */
  choice: Choice | undefined
  onClose: () => void
  /** Location and menu of the current basket. */
  begun?: { location: string; menuPath: string }
}

/** HandoffChooser asks for the handoff before a location is chosen. Delivery links to the locations, which list their partner. */
export function HandoffChooser({ choice, onClose, begun }: HandoffChooserProps) {
  const { t } = useTranslation()
  const { kind } = useMarket()
  const paths = usePaths()
  const category = choice?.category ?? everyday
  const start = (type: HandoffType) =>
    category in soonCategories
      ? `${paths.soon(category as SoonCategory)}?type=${type}`
      : paths.startOrder({}, everyday, type)
  const label = (what: string) => (category in soonCategories ? t('app.soon', { what }) : what)
  const caters = choice?.menu || (category !== catering && category !== getAQuote && kind !== 'canada')
  return (
    <Modal
      open={!!choice}
      onClose={onClose}
      title={t(category === getAQuote ? 'shell.quote-title' : 'app.start-title')}
    >
      <p>{t('app.start-line')}</p>
      {handoffTypes.map((type) => (
        <div key={type} className={styles.choice}>
          <ButtonLink wide to={start(type)}>
            {label(t(`app.handoff-${type}`))}
          </ButtonLink>
          <p className={styles.line}>{t(`app.handoff-${type}-line`)}</p>
        </div>
      ))}
      <div className={styles.choice}>
        <ButtonLink wide tone="second" to={paths.locations}>
          {t('app.soon', { what: t('shell.handoff-delivery') })}
        </ButtonLink>
        <p className={styles.line}>{t('shell.handoff-delivery-line')}</p>
      </div>
      {begun && (
        <ButtonLink wide tone="second" to={begun.menuPath}>
          {t('app.keep-ordering', { store: begun.location })}
        </ButtonLink>
      )}
      {caters && (
        <p className={styles.line}>
          <ContentLink link={{ url: `/${patterns.catering}` }}>{t('shell.also-catering')}</ContentLink>
        </p>
      )}
    </Modal>
  )
}
