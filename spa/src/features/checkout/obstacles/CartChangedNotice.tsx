import { useTranslation } from 'react-i18next'
import type { Basket, Line } from '../../../api/generated'
import { PriceChange } from '../../../basket/move/ChangeList'
import list from '../../../basket/move/ChangeList.module.css'
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

interface Row {
  key: string
  text: string
  /** The line, if its details are shown. */
  line?: Line
  /** What it was, absent for an added line, and is now, absent for a removed one. */
  was?: string
  now?: string
}

/** Lists what changed in the cart: by another tab, or a deal that was used up. The guest must accept it before paying. */
export function CartChangedNotice({ seen, now, differences, onAccept }: CartChangedNoticeProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const { when } = useTimeText(now.store.timeZone)
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
  const of = (totals: 'tip' | 'total') => ({
    was: money(seen.totals[totals]),
    now: money(now.totals[totals]),
  })

  const rowOfLine = (d: Extract<Difference, { line: Line }>): Row => {
    const { line } = d
    const item = t('app.several', { count: line.quantity, what: line.label })
    const price = money(line.price)
    const row = { key: line.lineId, text: t(`checkout.cart-${d.kind}`, { item }), line }
    if (!('was' in d)) return d.kind === 'added' ? { ...row, now: price } : { ...row, was: price }
    const prices = { was: money(d.was.price), now: price }
    if (d.kind === 'choices') return { ...row, ...prices }
    const quantities = { item: line.label, now: line.quantity, was: d.was.quantity }
    return { key: row.key, text: t('checkout.cart-quantity', quantities), ...prices }
  }

  const rowOf = (d: Difference): Row => {
    if ('line' in d) return rowOfLine(d)
    switch (d.kind) {
      case 'deal': {
        const { amount } = d.deal
        const taken = d.now?.amount ?? { ...amount, minor: 0 }
        const [before, after] = [amount, taken].map((one) => formatSurcharge(negative(one), lang))
        return { key: d.deal.id, text: why(d), was: before, now: after || money(taken) }
      }
      case 'tip':
        return { key: 'tip', text: t('app.tip'), ...of('tip') }
      case 'time': {
        const [before = '', after = ''] = [seen.hold?.start, now.hold?.start]
        return { key: 'time', text: t('app.when'), was: when(before), now: when(after) }
      }
      case 'handoff':
        return { key: 'handoff', text: t('app.how'), was: handoff(seen), now: handoff(now) }
    }
  }

  return (
    <Notice tone="warn" title={title()} role="alert">
      <ul className={list.changes}>
        {differences.map(rowOf).map(({ key, ...row }) => (
          <ChangeRow key={key} {...row} />
        ))}
        {seen.totals.total.minor !== now.totals.total.minor && (
          <li>
            <b>{t('app.total')}</b>
            <PriceChange {...of('total')} />
          </li>
        )}
      </ul>
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

/** A change: in words, with the details of a line, and what it changes. */
function ChangeRow({ text, line, was, now }: Omit<Row, 'key'>) {
  return (
    <li>
      <div>
        {text}
        {line && line.modifiers.length > 0 && (
          <div className={styles.details}>
            <Modifiers list={line.modifiers} />
          </div>
        )}
        {line?.instructions && <small className={styles.details}>{line.instructions}</small>}
      </div>
      {was !== undefined && now !== undefined ? (
        <PriceChange was={was} now={now} />
      ) : was !== undefined ? (
        <del className={styles.price}>{was}</del>
      ) : (
        <ins className={styles.price}>{now}</ins>
      )}
    </li>
  )
}
