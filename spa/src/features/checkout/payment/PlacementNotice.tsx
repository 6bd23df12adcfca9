import { type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import { useProblemText } from '../../../api/useProblemText'
import { usePaths } from '../../../market/useMarket'
import { Notice } from '../../../ui/feedback/Notice'
import { Button, ButtonLink } from '../../../ui/form/Button'
import { useVehicleTexts } from '../../../ui/form/VehicleFields'
import type { Contact } from '../draft'
import { contactLabels } from '../formSchemas'
import styles from './PlacementNotice.module.css'
import type { OrderPlacement } from './usePlacement'

/** Delay after which a notice says that placing takes longer. Milliseconds. */
const slowAfter = 4000

/** Shows the state of the placement and the next action. Renders nothing when there is nothing to report. */
export function PlacementNotice({
  placement,
  ref,
}: {
  placement: OrderPlacement
  ref?: Ref<HTMLDivElement>
}) {
  const { t } = useTranslation()
  const wording = useProblemText()
  const { state } = placement
  switch (state.phase) {
    case 'placing':
      return <PlacingNotice />
    case 'bank':
      if (state.open) return null
      return (
        <Notice ref={ref} tone="warn" title={t('payment.bank-waits')} role="alert">
          <p>{t('payment.bank-waits-line')}</p>
          <div className={styles.next}>
            <Button small onClick={() => placement.showBank(true)}>
              {t('payment.bank-go-on')}
            </Button>
            <Button small tone="second" onClick={() => placement.giveUp(state.orderToken)}>
              {t('payment.bank-give-up')}
            </Button>
          </div>
        </Notice>
      )
    case 'unsure':
      return (
        <Notice ref={ref} tone="warn" title={t('payment.unsure')} role="alert">
          {state.error.problem && !silentCodes.has(state.error.problem.code) && <p>{wording(state.error)}</p>}
          <p>{t('payment.unsure-line')}</p>
          <div className={styles.next}>
            <Button small onClick={state.retry}>
              {t('payment.ask-again')}
            </Button>
          </div>
        </Notice>
      )
    case 'refused':
      return <RejectionNotice ref={ref} error={state.error} />
    default:
      return null
  }
}

function PlacingNotice() {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [])
  return <div role="status">{isSlow && <p className={styles.slow}>{t('payment.slow')}</p>}</div>
}

/** Codes without a reason for the guest. */
const silentCodes = new Set(['in-flight', 'internal'])

const declines = ['insufficient-funds', 'expired', 'incorrect', 'processing'] as const

/** Notice of a rejection that is not about the basket's contents; those have their own notices. */
function RejectionNotice({ error, ref }: { error: ApiError; ref?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const wording = useProblemText()
  const { code = '', params, problems = [] } = error.problem ?? {}
  const vehicleTexts = useVehicleTexts()
  /** Returns the label of the details field that a finding points to. */
  const labelOf = (pointer = '') => {
    const field = pointer.split('/')[2] ?? ''
    if (field in contactLabels) return t(contactLabels[field as keyof Contact])
    if (field === 'make' || field === 'model' || field === 'colour') return vehicleTexts.label(field)
  }
  const contact = problems.filter(({ pointer = '' }) => /^\/(contact|vehicle)\b/.test(pointer))
  if (contact.length > 0) {
    return (
      <Notice ref={ref} tone="bad" title={t('payment.contact-wrong')} role="alert">
        <ul>
          {contact.map((finding) => (
            <li key={finding.pointer}>
              <b className={styles.field}>{labelOf(finding.pointer)}</b> {wording(finding)}
            </li>
          ))}
        </ul>
        <p>
          <ButtonLink small to={paths.checkout}>
            {t('payment.contact-mend')}
          </ButtonLink>
        </p>
      </Notice>
    )
  }
  const reason = declines.find((d) => d === params?.reason)
  return (
    <Notice
      ref={ref}
      tone={code === 'basket-changed' || code === 'price-changed' ? 'warn' : 'bad'}
      title={wording(error)}
      role="alert"
    >
      {reason && <p>{t(`payment.declined-${reason}`)}</p>}
      {(code === 'basket-changed' || code === 'price-changed') && <p>{t('payment.look-again')}</p>}
    </Notice>
  )
}
