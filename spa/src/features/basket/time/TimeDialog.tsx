import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Basket, TimeLeft } from '../../../api/generated'
import { ChangeList } from '../../../basket/move/ChangeList'
import { Button } from '../../../ui/form/Button'
import { Modal } from '../../../ui/overlay/Modal'
import { useTimeText } from '../../../ui/text/useTimeText'

interface TimeDialogProps {
  basket: Basket
  open: boolean
  /** Time that the guest selected. */
  time?: TimeLeft
  busy: boolean
  /** Button of the held time, for returning the focus. */
  fallbackFocus: RefObject<HTMLElement | null>
  onTake: (time: TimeLeft) => void
  onKeep: () => void
}

/** Lists what another time would change in the order, for confirmation. */
export function TimeDialog({ basket, open, time, busy, fallbackFocus, onTake, onKeep }: TimeDialogProps) {
  const { t } = useTranslation()
  const { when, whenAt } = useTimeText(basket.store.timeZone)
  if (!time) return null
  const { changes = [], start } = time
  return (
    <Modal
      open={open}
      onClose={onKeep}
      fallbackFocus={fallbackFocus}
      title={t('summary.then-title', { time: whenAt(start) })}
    >
      <p>{t('summary.then-line')}</p>
      <ChangeList changes={changes} lines={basket.lines} zone={basket.store.timeZone} by="time" />
      <Button wide onClick={() => busy || onTake(time)} aria-disabled={busy}>
        {t('summary.then-take', { time: when(start) })}
      </Button>
      <Button wide tone="second" onClick={onKeep}>
        {basket.hold ? t('summary.then-keep', { time: when(basket.hold.start) }) : t('summary.then-other')}
      </Button>
    </Modal>
  )
}
