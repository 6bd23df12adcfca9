import { useTranslation } from 'react-i18next'
import type { Basket, Line } from '../../../api/generated'
import { ChangeList, PriceChange } from '../../../basket/move/ChangeList'
import { negative } from '../../../basket/receipt/lineDeals'
import { Modifiers } from '../../../basket/receipt/Modifiers'
import { handoffOf } from '../../../market/handoff'
import { useMarket, usePaths } from '../../../market/useMarket'
import { type Amount, formatAmount, formatSurcharge } from '../../../money/money'
import { Notice } from '../../../ui/feedback/Notice'
import { Button, ButtonLink } from '../../../ui/form/Button'
import { useTimeText } from '../../../ui/text/useTimeText'
import styles from './CartChangedNotice.module.css'
import type { Difference } from './differences'

interface CartChangedNoticeProps {
  /** The cart that the guest saw, and the current one. */
  seen: Basket
  now: Basket
  differences: readonly Difference[]
  onAccept: () => void
}

/** Lists what changed in the cart: by another tab, or a deal that was used up. The guest must accept it before paying. */
export function CartChangedNotice({ seen, now, differences, onAccept }: CartChangedNoticeProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const { when } = useTimeText(now.store.timeZone)
  const lineDetails = ({ modifiers, instructions }: Line) => (
    <>
      {modifiers.length > 0 && (
        <div className={styles.details}>
          <Modifiers list={modifiers} />
        </div>
      )}
      {instructions && <small className={styles.details}>{instructions}</small>}
    </>
  )
  const money = (amount: Amount) => formatAmount(amount, lang)
  const handoff = (basket: Basket) => t(`app.handoff-${handoffOf(basket.handoff)}`)
  const why = ({ deal: { label: deal }, now, lost }: Difference & { kind: 'deal' }) => {
    if (lost) return t(`deals.lost-${lost.reason}`, { deal })
    return t(now ? 'deals.less' : 'deals.gone', { deal })
  }
  const title = () => {
    const deals = differences.filter((d) => d.kind === 'deal')
    if (deals.length < differences.length) return t('checkout.cart-changed')
    return deals.some((d) => d.now) ? t('deals.less-title') : t('deals.lost-title', { count: deals.length })
  }
  const [totalsBefore, totalsNow] = [seen.totals, now.totals]

  const row = (d: Difference) => {
    switch (d.kind) {
      case 'added':
      case 'gone': {
        const { label, quantity, price } = d.line
        const Price = d.kind === 'gone' ? 'del' : 'ins'
        return (
          <li key={d.line.lineId}>
            <div>
              {t(`checkout.cart-${d.kind}`, { item: t('app.several', { count: quantity, what: label }) })}
              {lineDetails(d.line)}
            </div>
            <Price className={styles.price}>{money(price)}</Price>
          </li>
        )
      }
      case 'quantity':
        return (
          <li key={d.line.lineId}>
            <span>
              {t('checkout.cart-quantity', { item: d.line.label, now: d.line.quantity, was: d.was.quantity })}
            </span>
            <PriceChange was={money(d.was.price)} now={money(d.line.price)} />
          </li>
        )
      case 'choices': {
        return (
          <li key={d.line.lineId}>
            <div>
              {t('checkout.cart-choices', {
                item: t('app.several', { count: d.line.quantity, what: d.line.label }),
              })}
              {lineDetails(d.line)}
            </div>
            <PriceChange was={money(d.was.price)} now={money(d.line.price)} />
          </li>
        )
      }
      case 'deal': {
        const { amount } = d.deal
        const taken = d.now?.amount ?? { ...amount, minor: 0 }
        return (
          <li key={d.deal.id}>
            <span>{why(d)}</span>
            <PriceChange
              was={formatSurcharge(negative(amount), lang)}
              now={formatSurcharge(negative(taken), lang) || money(taken)}
            />
          </li>
        )
      }
      case 'tip':
        return (
          <li key="tip">
            <span>{t('app.tip')}</span>
            <PriceChange was={money(totalsBefore.tip)} now={money(totalsNow.tip)} />
          </li>
        )
      case 'time':
        return (
          <li key="time">
            <span>{t('app.when')}</span>
            <PriceChange was={when(seen.hold?.start ?? '')} now={when(now.hold?.start ?? '')} />
          </li>
        )
      case 'handoff':
        return (
          <li key="handoff">
            <span>{t('app.how')}</span>
            <PriceChange was={handoff(seen)} now={handoff(now)} />
          </li>
        )
    }
  }

  return (
    <Notice tone="warn" title={title()} role="alert">
      <ChangeList changes={[]} lines={[]} zone={now.store.timeZone}>
        {differences.map(row)}
        {totalsBefore.total.minor !== totalsNow.total.minor && (
          <li>
            <b>{t('app.total')}</b>
            <PriceChange was={money(totalsBefore.total)} now={money(totalsNow.total)} />
          </li>
        )}
      </ChangeList>
      <div className={styles.choices}>
        <Button small onClick={onAccept}>
          {t('checkout.cart-accept')}
        </Button>
        <ButtonLink small tone="second" to={paths.cart}>
          {t('checkout.to-cart')}
        </ButtonLink>
      </div>
    </Notice>
  )
}
