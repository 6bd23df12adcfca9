import { useTranslation } from 'react-i18next'
import type { Given as GivenReward } from '../../../api/generated'
import { useListRewardsQuery } from '../../../api/points'
import { Accordion } from '../../../ui/layout/Accordion'
import styles from './Given.module.css'
import { RewardButton } from './RewardButton'
import { useDates } from './useDates'
import { headingOf, type RewardUse } from './useRewardUse'

/** What the customer was given: coupons to use, and those of the past. Absent without any, or if they cannot be loaded. */
export function Given({ use }: { use: RewardUse }) {
  const { t } = useTranslation()
  const { data } = useListRewardsQuery()
  const known = data?.rewards.filter(({ state }) => state !== 'wrapped') ?? []
  const usable = known.filter(({ state }) => state === 'open' || state === 'held')
  const past = known.filter((reward) => !usable.includes(reward))
  if (known.length === 0) return null
  return (
    <section className={styles.given} aria-labelledby="given">
      <div className="wrap">
        <h2 id="given">{t('rewards.given')}</h2>
        <p>{t(usable.length > 0 ? 'rewards.given-line' : 'rewards.given-none')}</p>
        {usable.length > 0 && (
          <ul className={styles.coupons}>
            {usable.map((reward) => (
              <Coupon key={reward.id} reward={reward} use={use} />
            ))}
          </ul>
        )}
        {past.length > 0 && (
          <div className={styles.past}>
            <Accordion title={t('rewards.given-past')}>
              <ul>
                {past.map((reward) => (
                  <Past key={reward.id} reward={reward} />
                ))}
              </ul>
            </Accordion>
          </div>
        )}
      </div>
    </section>
  )
}

function Coupon({ reward, use }: { reward: GivenReward; use: RewardUse }) {
  const { t } = useTranslation()
  const { lastDayOf } = useDates()
  const { type, label, text, terms, expires, state } = reward
  return (
    <li>
      <p className={styles.why}>{t(`rewards.type-${type}`)}</p>
      <h3 id={headingOf(reward)} tabIndex={-1}>
        {label}
      </h3>
      {text && <p>{text}</p>}
      {terms && <p className={styles.terms}>{terms}</p>}
      {expires && <p className={styles.until}>{t('rewards.good-until', { date: lastDayOf(expires) })}</p>}
      <RewardButton
        reward={reward}
        use={use}
        obstacle={state === 'held' && <p>{t('rewards.state-held')}</p>}
      />
    </li>
  )
}

function Past({ reward: { type, label, points, given, state } }: { reward: GivenReward }) {
  const { t } = useTranslation()
  const { dateOf } = useDates()
  return (
    <li>
      <b>{label}</b>
      <span>{t(`rewards.type-${type}`)}</span>
      <time dateTime={given}>{dateOf(given)}</time>
      <span>
        {points
          ? t('rewards.state-points')
          : t(state === 'expired' ? 'rewards.state-expired' : 'rewards.state-used')}
      </span>
    </li>
  )
}
