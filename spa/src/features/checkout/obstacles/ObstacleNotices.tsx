import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Basket } from '../../../api/generated'
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
  const { t } = useTranslation()
  const paths = usePaths(handoffOf(basket.handoff))
  const wording = useProblemText()
  const { time, cart, changes } = obstacles
  const needsMore =
    basket.lines.length === 0 ||
    cart.some(({ code }) => code === 'amount-too-low' || code === 'basket-too-few-items')
  return (
    <div className={styles.notices} ref={ref} tabIndex={-1}>
      {children}
      {changes.length > 0 && (
        <Notice tone="warn" title={t('problem.price-changed')} role="alert">
          <ChangeList changes={changes} lines={basket.lines} zone={basket.store.timeZone} />
          <p>
            <ButtonLink small to={paths.summary}>
              {t('checkout.check-changes')}
            </ButtonLink>
          </p>
        </Notice>
      )}
      {cart.length > 0 && (
        <Notice tone="bad" title={t('checkout.fix-first')} role="alert">
          <ul className={styles.list}>
            {cart.map((finding) => (
              <li key={`${finding.code} ${finding.pointer}`}>{wording(finding)}</li>
            ))}
          </ul>
          <p>
            <ButtonLink small to={needsMore ? paths.menu(basket.store.slug) : paths.cart}>
              {t(needsMore ? 'checkout.add-more' : 'checkout.to-cart')}
            </ButtonLink>
          </p>
        </Notice>
      )}
      {time[0] && (
        <Notice tone="warn" title={wording(time[0])} role="alert">
          <NextTimes basket={basket} onHeld={onResolved} />
        </Notice>
      )}
    </div>
  )
}
