import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router'
import type { ApiError } from '../../../api/errors'
import { generated, type Points, type StoreItem, useGetProfileQuery } from '../../../api/generated'
import {
  useGetMysteryProgressQuery,
  useGetPointsQuery,
  useGetReferralsQuery,
  useListAchievementsQuery,
  useListRewardsQuery,
  useListStoreItemsQuery,
} from '../../../api/points'
import { brand } from '../../../brand/brand'
import { Stack } from '../../../food/Stack'
import { useMarket, usePaths } from '../../../market/useMarket'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage'
import { Notice } from '../../../ui/feedback/Notice'
import { Loading } from '../../../ui/feedback/Skeleton'
import { ButtonLink } from '../../../ui/form/Button'
import { Drips } from '../../../ui/layout/Drips'
import { AccountPage } from '../AccountPage'
import { useAccountLoadErrorText } from '../useAccountProblemText'
import { Achievements } from './Achievements'
import { BirthdayCard } from './BirthdayCard'
import { Given } from './Given'
import { Mystery } from './Mystery'
import { pointsOfLayer, stackOfPrice } from './pointStack'
import { Referral } from './Referral'
import styles from './RewardsPage.module.css'
import { Shelf } from './Shelf'
import { Statement } from './Statement'
import { useDates } from './useDates'
import { type RewardUse, useRewardUse } from './useRewardUse'

/** The customer's points, the rewards that they pay for, and the statement. A guest reads that points come with an account. */
export function RewardsPage() {
  return (
    <AccountPage kind="rewards">
      <Rewards />
    </AccountPage>
  )
}

function Rewards() {
  const { t } = useTranslation()
  const errorText = useAccountLoadErrorText()
  const points = useGetPointsQuery(undefined, { refetchOnFocus: true })
  useRefetchWithPoints(points.data?.spendable)
  const store = useListStoreItemsQuery()
  // The sections appear together: one that came later would move those below it.
  const isLoading = [
    useGetMysteryProgressQuery(undefined, { skip: !brand.mystery }),
    useGetProfileQuery(undefined, { skip: !brand.rewards }),
    useListRewardsQuery(undefined, { skip: !brand.rewards }),
    useListAchievementsQuery(undefined, { skip: !brand.rewards }),
    useGetReferralsQuery(undefined, { skip: !brand.rewards }),
  ].some((section) => section.isLoading)
  const use = useRewardUse()
  const { birthday, referral } = store.data?.rules ?? {}
  const failed = points.data && store.data ? undefined : (points.error ?? store.error)
  const retry = () => {
    if (!points.data) void points.refetch()
    if (!store.data) void store.refetch()
  }
  if (failed) return <ErrorMessage text={errorText(failed as ApiError)} onRetry={retry} />
  if (!points.data || !store.data || isLoading)
    return (
      <div className={styles.opening} data-ground="stage">
        <div className={`wrap ${styles.counter}`}>
          <h1 className="visually-hidden">{t('account.rewards-title')}</h1>
          <Loading />
        </div>
      </div>
    )
  const { items } = store.data
  const { spendable } = points.data
  const left = Math.max(0, spendable - use.taken)
  // One scale for the page: the dearest reward fits.
  const step = pointsOfLayer(items.at(-1)?.points ?? spendable)
  return (
    <>
      <Balance points={points.data} left={left} items={items} step={step} use={use} />
      {brand.mystery && <Mystery />}
      {brand.rewards && <Given use={use} />}
      {birthday && <BirthdayCard rule={birthday} />}
      <Shelf items={items} left={left} step={step} use={use} />
      {brand.rewards && <Achievements />}
      {referral && <Referral rule={referral} />}
      <Statement />
    </>
  )
}

/** Fetches the other sections again when the points have changed: an order has earned meanwhile, or took points in another tab. */
function useRefetchWithPoints(spendable: number | undefined) {
  const dispatch = useDispatch()
  const shown = useRef(spendable)
  useEffect(() => {
    if (spendable === undefined) return
    if (shown.current !== undefined && shown.current !== spendable)
      dispatch(generated.util.invalidateTags(['loyalty']))
    shown.current = spendable
  }, [dispatch, spendable])
}

interface BalanceProps {
  points: Points
  /** Points that the rewards of the cart leave. */
  left: number
  /** The rewards for points, the cheapest first. */
  items: readonly StoreItem[]
  /** Points of a layer. */
  step: number
  use: RewardUse
}

/** The points as a number and as a stack, with a shadow for the layers that the next reward still needs. */
function Balance({ points: { spendable, held, debt, nextExpiry }, left, items, step, use }: BalanceProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const next = items.find((item) => item.points > left && use.placeOf(item) === 'shelf')
  const highest = items.at(-1)?.points ?? left
  const { layers, missing } = stackOfPrice(next?.points ?? Math.min(left, highest), left, step)
  const { lastDayOf } = useDates()
  const count = new Intl.NumberFormat(lang).format(spendable)
  const points = t('shell.points', { count: spendable })
  return (
    <div className={styles.opening} data-ground="stage">
      <div className={`wrap ${styles.counter}`}>
        <div className={styles.words}>
          <h1>
            <span className="visually-hidden">{t('rewards.heading')} </span>
            <span className={styles.number}>{count}</span> <span>{points.replace(count, '').trim()}</span>
          </h1>
          {use.taken > 0 && <p className={styles.taken}>{t('rewards.taken', { count: use.taken })}</p>}
          <section className={styles.next} aria-labelledby="next">
            <h2 id="next">{t(next ? 'rewards.next' : 'rewards.all-in-reach')}</h2>
            <p>
              {next
                ? t('rewards.next-line', {
                    reward: next.label,
                    points: t('shell.points', { count: next.points - left }),
                  })
                : t('rewards.all-in-reach-line')}
            </p>
          </section>
          {debt > 0 && (
            <Notice tone="warn" title={t('rewards.debt', { count: debt })}>
              <p>{t('rewards.debt-line')}</p>
            </Notice>
          )}
          {nextExpiry?.soon && (
            <Notice tone="warn" title={t('rewards.expiry-soon')}>
              <p>{expiry(nextExpiry.points, nextExpiry.at)}</p>
            </Notice>
          )}
          <ul className={styles.facts}>
            {nextExpiry && !nextExpiry.soon && <li>{expiry(nextExpiry.points, nextExpiry.at)}</li>}
            {held > 0 && <li>{t('rewards.held', { count: held })}</li>}
          </ul>
          <div className={styles.actions}>
            <ButtonLink to={paths.startOrder()}>{t('rewards.earn')}</ButtonLink>
            <Link className="tap" to={paths.page('loyaltyPromo')}>
              {t('rewards.rules')}
            </Link>
          </div>
        </div>
        <figure className={styles.burger}>
          <Stack layers={layers} missing={missing} animated />
          <figcaption>{t('rewards.layer', { count: step })}</figcaption>
        </figure>
      </div>
      <Drips color="var(--shelf)" />
    </div>
  )

  function expiry(count: number, end: string) {
    return t('rewards.expiry', { count, date: lastDayOf(end) })
  }
}
