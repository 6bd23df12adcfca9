import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ApiError } from '../../../api/errors'
import type { StatementEntry } from '../../../api/generated'
import { useListEntriesQuery } from '../../../api/points'
import { useMarket, usePaths } from '../../../market/useMarket'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage'
import { Loading, Skeleton } from '../../../ui/feedback/Skeleton'
import { Button } from '../../../ui/form/Button'
import { useAccountLoadErrorText } from '../useAccountProblemText'
import styles from './Statement.module.css'
import { useDates } from './useDates'

/** Number of entries on a page. */
const pageSize = 20

/** Every change of the points, the newest first, as a bank lists them. */
export function Statement() {
  const { t } = useTranslation()
  return (
    <section className={styles.statement} aria-labelledby="statement">
      <div className={styles.paper}>
        <h2 id="statement">{t('rewards.statement')}</h2>
        <div className={styles.columns} aria-hidden="true">
          <span>{t('rewards.change')}</span>
          <span>{t('rewards.balance')}</span>
        </div>
        <EntriesFrom />
      </div>
    </section>
  )
}

/** A page of entries, and those after it once the customer asks for them. */
function EntriesFrom({ cursor }: { cursor?: string }) {
  const { t } = useTranslation()
  const errorText = useAccountLoadErrorText()
  const { data, error, refetch } = useListEntriesQuery({ first: pageSize, cursor })
  const [isMore, setIsMore] = useState(false)
  if (error && !data)
    return <ErrorMessage level={2} text={errorText(error as ApiError)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <>
        <Skeleton height="12rem" />
        <Loading />
      </>
    )
  if (data.entries.length === 0 && !cursor) return <p className={styles.none}>{t('rewards.no-entries')}</p>
  return (
    <>
      <ol className={styles.entries}>
        {data.entries.map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ol>
      {data.cursor &&
        (isMore ? (
          <EntriesFrom cursor={data.cursor} />
        ) : (
          <Button tone="second" className={styles.more} onClick={() => setIsMore(true)}>
            {t('rewards.more')}
          </Button>
        ))}
    </>
  )
}

function Entry({ entry }: { entry: StatementEntry }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const { dateOf } = useDates()
  const { kind, points, debt = 0, balance, at, reason, order, reward } = entry
  const isReturned = kind === 'reverse' && points > 0
  return (
    <li>
      <div className={styles.what}>
        <b>{t(isReturned ? 'rewards.kind-returned' : `rewards.kind-${kind}`)}</b>
        {order && (
          <Link className="tap" to={paths.order(order.orderToken)}>
            {t('account.history-order', { number: order.number, store: order.location })}
          </Link>
        )}
        {reward ? <span>{t(`rewards.type-${reward}`)}</span> : null}
        {reason && <span>{reason}</span>}
        {debt < 0 && <span>{t('rewards.debt-paid', { count: -debt })}</span>}
        {debt > 0 && <span>{t('rewards.debt-added', { count: debt })}</span>}
        <time dateTime={at}>{dateOf(at)}</time>
      </div>
      <p className={styles.change} data-in={points > 0 || undefined}>
        <span className="visually-hidden">{t('rewards.change')} </span>
        {signed(points, lang)}
      </p>
      <p className={styles.balance}>
        <span className="visually-hidden">{t('rewards.balance')} </span>
        {new Intl.NumberFormat(lang).format(balance)}
      </p>
    </li>
  )
}

/** Formats a change with its sign: +12, −60. */
function signed(points: number, lang: string): string {
  const sign = points > 0 ? '+' : points < 0 ? '−' : ''
  return sign + new Intl.NumberFormat(lang).format(Math.abs(points))
}
