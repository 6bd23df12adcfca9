import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Finding } from '../../../api/errors'
import type { Basket, Change } from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import { ChangeList } from '../../../basket/move/ChangeList'
import { handoffOf } from '../../../market/handoff'
import { usePaths } from '../../../market/useMarket'
import { Notice } from '../../../ui/feedback/Notice'
import { ButtonLink } from '../../../ui/form/Button'
import { NextTimes } from './NextTimes'
import styles from './ObstacleNotices.module.css'
import type { Obstacles } from './obstacles'

interface ObstacleNoticesProps {
  basket: Basket
  obstacles: Obstacles
  /** Called after a time is chosen; this basket holds it. */
  onResolved: (held: Basket) => void
  /** Element of the first notice, which receives the focus. */
  ref?: Ref<HTMLDivElement>
  /** Other notices, rendered first. */
  children?: ReactNode
}

/** Shows what prevents this basket from being ordered, each with the action that resolves it. */
export function ObstacleNotices({ basket, obstacles, onResolved, ref, children }: ObstacleNoticesProps) {
  const { time, cart, changes } = obstacles
  return (
    <div className={styles.notices} ref={ref} tabIndex={-1}>
      {children}
      {changes.length > 0 && <ChangesNotice basket={basket} changes={changes} />}
      {cart.length > 0 && <CartNotice findings={cart} basket={basket} />}
      {time.length > 0 && <TimeNotice finding={time[0]!} basket={basket} onResolved={onResolved} />}
    </div>
  )
}

function ChangesNotice({ basket, changes }: { basket: Basket; changes: Change[] }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <Notice tone="warn" title={t('problem.price-changed')} role="alert">
      <ChangeList changes={changes} lines={basket.lines} zone={basket.store.timeZone} />
      <p>
        <ButtonLink small to={paths.summary}>
          {t('checkout.check-changes')}
        </ButtonLink>
      </p>
    </Notice>
  )
}

function CartNotice({ findings, basket }: { findings: Finding[]; basket: Basket }) {
  const { t } = useTranslation()
  const paths = usePaths(handoffOf(basket.handoff))
  const wording = useProblemText()
  const empty = basket.lines.length === 0
  const isBelowMinimum = findings.some(
    ({ code }) => code === 'amount-too-low' || code === 'basket-too-few-items',
  )
  const menu = paths.menu(basket.store.slug)
  return (
    <Notice tone="bad" title={t('checkout.fix-first')} role="alert">
      <ul className={styles.list}>
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.pointer}`}>{wording(finding)}</li>
        ))}
      </ul>
      <p>
        <ButtonLink small to={empty || isBelowMinimum ? menu : paths.cart}>
          {empty || isBelowMinimum ? t('checkout.add-more') : t('checkout.to-cart')}
        </ButtonLink>
      </p>
    </Notice>
  )
}

function TimeNotice({
  finding,
  basket,
  onResolved,
}: {
  finding: Finding
  basket: Basket
  onResolved: (held: Basket) => void
}) {
  const wording = useProblemText()
  return (
    <Notice tone="warn" title={wording(finding)} role="alert">
      <NextTimes basket={basket} onHeld={onResolved} />
    </Notice>
  )
}
