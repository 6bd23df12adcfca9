import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import type { ItemsOutputBody1, Rules, StoreItem } from '../../api/generated'
import { useGetPointsQuery, useListStoreItemsQuery } from '../../api/points'
import { selectSignedIn } from '../../api/session'
import { useBasket } from '../../basket/basket'
import { forgetRewards, keepChoice } from '../../basket/keptChoice'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { ButtonLink } from '../../ui/form/Button'
import { useHydrated } from '../../ui/loading/useHydrated'
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
            {items.map((item) => (
              <li key={item.id}>
                <h3>{item.label}</h3>
                <b>{new Intl.NumberFormat(lang).format(item.points)}</b>
                {item.text && <p>{item.text}</p>}
                {item.terms && <p className={styles.terms}>{item.terms}</p>}
                <UseButton item={item} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/**
 * Keeps the reward. KeptChoices adds it in the cart, or once there is one; a guest signs in first. Absent if the customer's points do not
 * pay for it.
 */
function UseButton({ item: { id, label, points } }: { item: StoreItem }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { basket } = useBasket()
  const hasSession = useSelector(selectSignedIn)
  const isSignedIn = useHydrated() && hasSession
  // A published page has the answer for guests: it does not know what a customer can afford.
  const { data } = useGetPointsQuery(undefined, { skip: !isSignedIn })
  if (isSignedIn && (!data || data.spendable < points)) return null
  const ofCustomer = basket ? paths.cart : paths.startOrder()
  const keep = () => {
    forgetRewards(id) // chosen in My Rewards
    keepChoice('banner', id)
  }
  return (
    <p className={styles.use}>
      <ButtonLink
        tone="yellow"
        small
        to={isSignedIn ? ofCustomer : paths.login(paths.page('rewards'))}
        aria-label={t(isSignedIn ? 'loyaltypage.use-name' : 'loyaltypage.sign-in-name', { reward: label })}
        onClick={keep}
      >
        {t(isSignedIn ? 'loyaltypage.use' : 'loyaltypage.sign-in')}
      </ButtonLink>
    </p>
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
  const amounts = ['fees', 'taxes', 'tips'] as const
  const kinds = {
    included: amounts.filter((kind) => !rules.excludes.includes(kind)),
    excluded: rules.excludes,
  }
  const sentence = (key: keyof typeof kinds) => {
    const list = new Intl.ListFormat(lang).format(kinds[key].map((kind) => t(`loyaltypage.excluded-${kind}`)))
    return list && t(`loyaltypage.${key}`, { list })
  }
  const unitLine = [t('loyaltypage.unit-line'), sentence('included'), sentence('excluded')]
  return [
    {
      number: t('loyaltypage.unit', { amount: formatAmount({ minor: rules.unit, currency }, lang) }),
      text: unitLine.filter(Boolean).join(' '),
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
