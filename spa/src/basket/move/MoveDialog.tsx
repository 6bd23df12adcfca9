import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Basket } from '../../api/generated'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { Notice } from '../../ui/feedback/Notice'
import { Button } from '../../ui/form/Button'
import { Modal } from '../../ui/overlay/Modal'
import { useTimeText } from '../../ui/text/useTimeText'
import { transfersHold, type useBasketAtLocation } from '../useBasketAtLocation'
import { useBasketAbroad } from './CartElsewhereNotice'
import { ChangeList } from './ChangeList'
import styles from './MoveDialog.module.css'

/** The state of the dialog, and `here`, the location of this page. */
type MoveDialogProps = { here: string } & ReturnType<typeof useBasketAtLocation>['dialog']

/** MoveDialog asks what to do with the current cart, because a cart belongs to one location and one handoff. */
export function MoveDialog({ open, move, ...rest }: MoveDialogProps) {
  const { t } = useTranslation()
  if (!move) return null
  const { asksHandoff, cart, trial } = move
  if (asksHandoff && !trial) {
    return (
      <Modal open={open} onClose={rest.onKeep} title={t('app.start-line')}>
        <HandoffQuestion {...rest} />
        <Refusal error={rest.error} />
      </Modal>
    )
  }
  const title = !cart
    ? t('move.abroad-title')
    : trial
      ? isSwitch(cart, trial)
        ? t(`move.switch-title-${handoffOf(trial.handoff)}`)
        : t('move.differs-title', { here: rest.here })
      : t('move.where-title', { store: cart.store.label })
  return (
    <Modal open={open} onClose={rest.onKeep} title={title}>
      {cart && trial ? (
        <ChangesQuestion {...rest} cart={cart} trial={trial} />
      ) : (
        <CartQuestion {...rest} cart={cart} />
      )}
      <Refusal error={rest.error} />
    </Modal>
  )
}

function Refusal({ error }: { error?: string }) {
  if (!error) return null
  return (
    <Notice tone="bad" role="alert">
      {error}
    </Notice>
  )
}

/** Reports whether the cart stays at its location and only changes its handoff. */
function isSwitch(cart: Basket, trial: Basket): boolean {
  return cart.store.slug === trial.store.slug
}

type Body = Omit<MoveDialogProps, 'open' | 'move'>

/** Offers the handoffs. Choosing the current one changes nothing. */
function HandoffQuestion({ offered, now, busy, onHandoff }: Body) {
  const { t } = useTranslation()
  return offered.map((type) => (
    <div key={type} className={styles.handoffs}>
      <Button
        wide
        tone={type === now ? 'red' : 'second'}
        aria-pressed={type === now}
        aria-disabled={busy || undefined}
        onClick={() => busy || onHandoff(type)}
      >
        {t(`app.handoff-${type}`)}
      </Button>
      <p>{t(`app.handoff-${type}-line`)}</p>
    </div>
  ))
}

/**
 * Asks what to do with the cart: three options, none of which discards it without confirmation. A cart in another country cannot come:
 * currencies cannot be mixed.
 */
function CartQuestion({ cart, here, busy, onMoveHere, onStartNew }: Body & { cart?: Basket }) {
  const { t } = useTranslation()
  const paths = usePaths(cart && handoffOf(cart.handoff))
  const abroad = useBasketAbroad()
  return (
    <>
      <p>
        {cart ? t('move.where-line', { count: cart.count, store: cart.store.label, here }) : abroad.reason}
      </p>
      {cart && (
        <Button wide onClick={onMoveHere} aria-disabled={busy}>
          {t('move.bring', { here })}
        </Button>
      )}
      <Button wide tone={cart && 'second'} onClick={onStartNew} aria-disabled={busy}>
        {t('move.begin', { here })}
      </Button>
      <Link
        className={`tap ${styles.back}`}
        to={cart ? paths.menu(cart.store.slug) : abroad.cart}
        reloadDocument={!cart}
      >
        {cart ? t('move.back', { store: cart.store.label }) : t('move.abroad-back')}
      </Link>
    </>
  )
}

const unavailableKinds = new Set(['sold-out', 'not-served', 'not-handed-over', 'removed'])

/** Lists every line that the move would change, before anything is changed. */
function ChangesQuestion({
  cart,
  trial,
  here,
  offered,
  busy,
  onAccept,
  onKeep,
}: Body & { cart: Basket; trial: Basket }) {
  const { t } = useTranslation()
  const { store: location, hold } = cart
  const { changes, lines } = trial
  const { when } = useTimeText(location.timeZone)
  const [was, now] = [handoffOf(cart.handoff), handoffOf(trial.handoff)]
  const switching = isSwitch(cart, trial)
  const unavailableLines = new Set(
    changes.filter(({ kind }) => unavailableKinds.has(kind)).map(({ lineId }) => lineId),
  )
  const nothingLeft = lines.every(({ lineId }) => unavailableLines.has(lineId))
  const names = { store: location.label, here }
  const line = switching
    ? t(nothingLeft ? `move.switch-nothing-${now}` : `move.switch-line-${was}`)
    : t(nothingLeft ? 'move.nothing' : 'move.differs-line', names)
  return (
    <>
      <div ref={focus} tabIndex={-1}>
        <p>{line}</p>
      </div>
      <ChangeList
        changes={changes}
        lines={lines}
        zone={trial.store.timeZone}
        by={switching ? 'meanwhile' : 'location'}
      >
        {!switching && was !== now && (
          <li>{offered.includes(was) ? t(`move.becomes-${now}`) : t(`move.no-${was}`, names)}</li>
        )}
        {hold && !transfersHold(trial) && <li>{t('move.time', { time: when(hold.start) })}</li>}
      </ChangeList>
      {!nothingLeft && (
        <Button wide onClick={onAccept} aria-disabled={busy}>
          {switching ? t(`move.make-${now}`) : t('move.accept')}
        </Button>
      )}
      <Button wide tone="second" onClick={onKeep}>
        {switching ? t(`move.keep-${was}`) : t('move.keep', names)}
      </Button>
    </>
  )
}

/** Takes the focus when it replaces the pressed button. */
const focus = (element: HTMLElement | null) => element?.focus()
