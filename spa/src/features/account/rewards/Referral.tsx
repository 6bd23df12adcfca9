import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReferralRule } from '../../../api/generated'
import { useGetReferralsQuery } from '../../../api/points'
import { brand } from '../../../brand/brand'
import { usePaths } from '../../../market/useMarket'
import { announce } from '../../../ui/feedback/Announcer'
import { Button } from '../../../ui/form/Button'
import styles from './Referral.module.css'
import { useDates } from './useDates'

/** The code that the customer gives to friends, and what was given for them. Absent without a code. */
export function Referral({ rule }: { rule: ReferralRule }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const { dateOf } = useDates()
  const { data } = useGetReferralsQuery()
  const [copied, setCopied] = useState(false)
  if (!data?.ownCode) return null
  const { ownCode, friends } = data
  const share = async () => {
    const text = t('rewards.friend-message', { brand: brand.shortName, code: ownCode })
    const url = brand.site + paths.page('signup')
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ text, url })
      await navigator.clipboard.writeText(`${text} ${url}`)
      setCopied(true)
      announce(t('rewards.friend-copied'))
    } catch {
      // Closed without sharing, or not permitted: the code can be read.
    }
  }
  return (
    <section className={styles.referral} aria-labelledby="referral" data-ground="stage">
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.words}>
          <h2 id="referral">{t('rewards.friend')}</h2>
          <p>{t('rewards.friend-line')}</p>
          <dl>
            <div>
              <dt>{t('rewards.friend-you')}</dt>
              <dd>{rule.label}</dd>
            </div>
            <div>
              <dt>{t('rewards.friend-them')}</dt>
              <dd>{rule.friendLabel}</dd>
            </div>
          </dl>
        </div>
        <div className={styles.card}>
          <p>{t('rewards.friend-code')}</p>
          <p className={styles.code} translate="no">
            {ownCode}
          </p>
          <Button tone="second" onClick={() => void share()}>
            {t(copied ? 'rewards.friend-copied' : 'rewards.friend-share')}
          </Button>
          {friends.length > 0 && (
            <>
              <h3>{t('rewards.friends', { count: friends.length })}</h3>
              <ul>
                {friends.map(({ given, label, points = 0 }) => (
                  <li key={given}>
                    <span>{label || t('shell.points', { count: points })}</span>
                    <time dateTime={given}>{dateOf(given)}</time>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
    </section>
  )
}
