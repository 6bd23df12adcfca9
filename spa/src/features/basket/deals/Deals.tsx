import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Basket, DealCoupon, OtherDeal } from '../../../api/generated'
import { isReward } from '../../../basket/rewards'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { announce } from '../../../ui/feedback/Announcer'
import { Notice } from '../../../ui/feedback/Notice'
import { TextButton } from '../../../ui/form/TextButton'
import { useAsyncAction } from '../useAsyncAction'
import type { BasketActions } from '../useBasketActions'
import { CouponField } from './CouponField'
import { CouponRow, removeButtonOf } from './CouponRow'
import styles from './Deals.module.css'
import { SpendPoints } from './SpendPoints'
import { Suggestion } from './Suggestion'
import { DealFixes, WhyNot } from './WhyNot'

/** How many missed deals are listed: the most valuable ones. */
const maxMissed = 3

interface DealsProps {
  basket: Basket
  cart: BasketActions
  /** Takes the focus when a pressed button is gone. Focusable by script. */
  heading: RefObject<HTMLElement | null>
}

/**
 * Coupons and rewards of the basket, rewards and deals that it could have, and the field for a code. Applied deals are in the totals and at
 * the lines.
 */
export function Deals({ basket, cart, heading }: DealsProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const { run, error, pending } = useAsyncAction()
  /** Id of the deal of the code that was just added; its row takes the focus. */
  const [added, setAdded] = useState<string>()
  // Answers of the release before have no deals.
  const { coupons = [], missed = [], others = [], chosen = [], lost = [] } = basket.deals ?? {}
  const isCoupon = (id: string) => coupons.some((coupon) => coupon.id === id)
  const isOf = (coupon: DealCoupon) => (deal: { id: string }) => deal.id === coupon.deal
  const isLost = (id: string) => lost.some((deal) => deal.id === id)
  const isAdded = (deal: { id: string }) => coupons.some((coupon) => isOf(coupon)(deal))
  const almost = missed.filter((deal) => !isAdded(deal) && !isLost(deal.id) && deal.reason !== 'other-deal')
  const alternatives = others.filter((deal) => !isAdded(deal))
  const toHeading = () => heading.current?.focus()
  /** Ignores a press while another one is being answered: it would add a dish twice. */
  const press = async (change: () => Promise<Basket>, failed?: 'app.failed-add') =>
    pending ? undefined : run(change(), failed, toHeading)
  const fixes = { basket, cart, busy: pending, press, refocus: toHeading }
  const choose = (ids: string[]) => void press(() => cart.chooseDeals(ids))

  const focusAdded = (after: Basket) => {
    const now = after.deals?.coupons ?? []
    setAdded((now.find(({ id }) => !isCoupon(id)) ?? now.at(-1))?.id)
  }
  const apply = async (code: string) => focusAdded(await cart.applyCoupon(code))
  const addReward = async (id: string) => {
    if (pending) return
    const after = await run(cart.rewards.add(id), undefined, toHeading)
    if (after) focusAdded(after)
  }
  const remove = async (coupon: DealCoupon) => {
    const { id, code, label } = coupon
    const at = coupons.indexOf(coupon)
    const focusNear = () => {
      const neighbours = [coupons[at + 1], coupons[at - 1]].filter((one) => one !== undefined)
      const button = neighbours.map((one) => document.getElementById(removeButtonOf(one))).find(Boolean)
      if (button) button.focus()
      else toHeading()
    }
    if (isReward(coupon)) {
      if (await run(cart.rewards.remove(id), undefined, focusNear))
        announce(t(coupon.points ? 'deals.reward-removed' : 'deals.given-removed', { label }))
    } else if (await run(cart.removeCoupon(code), undefined, focusNear))
      announce(t('deals.removed', { code }))
  }

  return (
    <>
      {lost.length > 0 && (
        <Notice tone="warn" title={t('deals.lost-title', { count: lost.length })}>
          <ul>
            {lost.map(({ id, label, reason }) => (
              <li key={id}>{t(`deals.lost-${reason}`, { deal: label })}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Suggestion basket={basket} busy={pending} onUse={(id) => void addReward(id)} />
      {coupons.length > 0 && (
        <ul className={styles.coupons}>
          {coupons.map((coupon) => (
            <CouponRow
              key={coupon.id}
              coupon={coupon}
              amount={basket.totals.adjustments.find(isOf(coupon))?.amount}
              isNew={added === coupon.id}
              onRemove={() => remove(coupon)}
            >
              {missed.filter(isOf(coupon)).map((deal) => (
                <WhyNot key={deal.id} deal={deal} basket={basket} />
              ))}
              <span className={styles.fixes}>
                <DealFixes deal={missed.find(isOf(coupon))} {...fixes} />
                {others.filter(isOf(coupon)).map((other) => (
                  <UseInstead key={other.id} deal={other} busy={pending} onUse={() => choose([other.id])} />
                ))}
              </span>
            </CouponRow>
          ))}
        </ul>
      )}
      <SpendPoints basket={basket} busy={pending} onUse={(id) => void addReward(id)} />
      {almost.length > 0 && (
        <div className={styles.group}>
          <h3>{t('deals.almost')}</h3>
          <ul className={styles.rows}>
            {almost.slice(0, maxMissed).map((deal) => (
              <li key={deal.id}>
                <p>
                  <b>{deal.label}</b>
                  <WhyNot deal={deal} basket={basket} />
                </p>
                <DealFixes deal={deal} {...fixes} />
              </li>
            ))}
          </ul>
          {almost.length > maxMissed && (
            <Link className="tap" to={paths.page('deals')}>
              {t('deals.all')}
            </Link>
          )}
        </div>
      )}
      {(alternatives.length > 0 || chosen.length > 0) && (
        <div className={styles.group}>
          {alternatives.length > 0 && <h3>{t('deals.others')}</h3>}
          <ul className={styles.rows}>
            {alternatives.map((deal) => (
              <li key={deal.id}>
                <p>
                  <b>{deal.label}</b>
                  <span>{t('deals.saving', { amount: formatAmount(deal.saving, lang) })}</span>
                </p>
                <UseInstead deal={deal} busy={pending} onUse={() => choose([deal.id])} />
              </li>
            ))}
            {chosen.length > 0 && (
              <li>
                <p>{t('deals.picked')}</p>
                <TextButton aria-disabled={pending || undefined} onClick={() => choose([])}>
                  {t('deals.best')}
                </TextButton>
              </li>
            )}
          </ul>
        </div>
      )}
      {error && (
        <div ref={scrollTo}>
          <Notice tone="bad" role="alert" title={error} />
        </div>
      )}
      <CouponField again={coupons.some(({ code }) => code)} onApply={apply} />
    </>
  )
}

/** Shows an element above the page's bar. */
const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'center' })

interface UseInsteadProps {
  deal: OtherDeal
  busy: boolean
  onUse: () => void
}

function UseInstead({ deal, busy, onUse }: UseInsteadProps) {
  const { t } = useTranslation()
  return (
    <TextButton
      aria-label={t('deals.use-deal', { deal: deal.label })}
      aria-disabled={busy || undefined}
      onClick={onUse}
    >
      {t('deals.use')}
    </TextButton>
  )
}
