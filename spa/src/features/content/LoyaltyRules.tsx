import { useTranslation } from 'react-i18next'
import type { ItemsOutputBody1, Rules } from '../../api/generated'
import { useListStoreItemsQuery } from '../../api/points'
import { useMarket } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import styles from './LoyaltyRules.module.css'

/** The rules of the loyalty programme as the API states them, and the rewards with their prices. */
export function LoyaltyRules() {
  const { t } = useTranslation()
  const { acceptsOrders } = useMarket()
  const { data, isError } = useListStoreItemsQuery(undefined, { skip: !acceptsOrders })
  if (!acceptsOrders) return null
  return (
    <div className={styles.rules} data-ground="dark">
      {data ? (
        <Programme {...data} />
      ) : (
        <p className="wrap" role="status">
          {isError && t('content.unfetched')}
        </p>
      )}
    </div>
  )
}

function Programme({ rules, items }: ItemsOutputBody1) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const facts = useFacts(rules)
  return (
    <div className={`wrap ${styles.grid}`}>
      <section aria-labelledby="loyalty-rules">
        <h2 id="loyalty-rules">{t('loyaltypage.rules')}</h2>
        <dl className={styles.facts}>
          {facts.map(({ number, text }) => (
            <div key={text}>
              <dt>{number}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Gifts rules={rules} />
      {items.length > 0 && (
        <section aria-labelledby="loyalty-prices">
          <h2 id="loyalty-prices">{t('loyaltypage.prices')}</h2>
          <ul className={styles.prices}>
            {items.map(({ id, label, text, terms, points }) => (
              <li key={id}>
                <h3>{label}</h3>
                <b>{new Intl.NumberFormat(lang).format(points)}</b>
                {text && <p>{text}</p>}
                {terms && <p className={styles.terms}>{terms}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** What the programme gives besides the points of orders. Absent if it gives nothing. */
function Gifts({ rules: { birthday, anniversary, referral, mystery } }: { rules: Rules }) {
  const { t } = useTranslation()
  const gifts = [
    birthday && {
      title: t('loyaltypage.birthday'),
      text: t('loyaltypage.birthday-line', { reward: birthday.label, count: birthday.daysBefore }),
    },
    anniversary && {
      title: t('loyaltypage.anniversary'),
      text: t('loyaltypage.anniversary-line', { reward: anniversary.label }),
    },
    referral && {
      title: t('loyaltypage.referral'),
      text: t('loyaltypage.referral-line', { reward: referral.label, friend: referral.friendLabel }),
    },
    mystery && {
      title: t('loyaltypage.mystery'),
      text: t('loyaltypage.mystery-line', { count: mystery.steps }),
    },
  ].filter((gift) => gift !== undefined)
  if (gifts.length === 0) return null
  return (
    <section className={styles.gifts} aria-labelledby="loyalty-gifts">
      <h2 id="loyalty-gifts">{t('loyaltypage.gifts')}</h2>
      <ul>
        {gifts.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A Sunday, UTC. */
const sunday = Date.UTC(2026, 0, 4)

/** Returns each rule as its number and what it means. */
function useFacts(rules: Rules) {
  const { t } = useTranslation()
  const { lang, currency = 'usd' } = useMarket()
  const inUnit = (value: number, unit: 'month' | 'day' | 'hour') =>
    new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  const weekday = (day: number) =>
    new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone: 'UTC' }).format(sunday + day * 86_400_000)
  return [
    {
      number: t('loyaltypage.unit', { amount: formatAmount({ minor: rules.unit, currency }, lang) }),
      text: t('loyaltypage.unit-line'),
    },
    ...Object.entries(rules.multipliers ?? {}).map(([day, times]) => ({
      number: t('loyaltypage.times', { times: new Intl.NumberFormat(lang).format(times) }),
      text: t('loyaltypage.times-line', { day: weekday(Number(day)) }),
    })),
    { number: inUnit(rules.months, 'month'), text: t('loyaltypage.months-line') },
    { number: inUnit(rules.warningDays, 'day'), text: t('loyaltypage.warning-line') },
    { number: inUnit(rules.returnedDays, 'day'), text: t('loyaltypage.returned-line') },
    { number: inUnit(rules.overdueHours, 'hour'), text: t('loyaltypage.overdue-line') },
    { number: inUnit(rules.claimDays, 'day'), text: t('loyaltypage.claim-line') },
  ]
}
