import { useTranslation } from 'react-i18next'
import type { OrderStatus } from '../../api/generated'
import { useMarket } from '../../market/useMarket'
import { formatTime } from '../../time/time'
import { Drips } from '../../ui/layout/Drips'
import { type TrackerStep, trackerSteps } from './progress'
import styles from './Tracker.module.css'

/** Progress of the order, step by step, on the counter below the drawing. */
export function Tracker({ status, zone }: { status: OrderStatus; zone: string }) {
  const { t } = useTranslation()
  const steps = trackerSteps(status)
  return (
    <section className={styles.counter} aria-label={t('order.progress')} data-ground="dark">
      {steps.length > 0 && (
        <div className="wrap">
          <ol className={styles.steps} data-steps={steps.length}>
            {steps.map((step) => (
              <Step key={step.name} step={step} status={status} zone={zone} />
            ))}
          </ol>
        </div>
      )}
      <Drips color="var(--char)" />
    </section>
  )
}

function Step({ step, status, zone }: { step: TrackerStep; status: OrderStatus; zone: string }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { name, state } = step
  const promised = name === 'ready' && state === 'next' ? status.promisedAt : undefined
  const line = name === 'got' && status.status === 'scheduled' ? 'got-soon' : name
  return (
    <li className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
      {step.at ? (
        <time dateTime={step.at}>{formatTime(step.at, zone, lang)}</time>
      ) : (
        <span className={styles.noTime}>
          {promised && t('order.by', { time: formatTime(promised, zone, lang) })}
        </span>
      )}
      <div>
        <b>
          {t(`order.step-${name}`)}
          {state === 'done' && <span className="visually-hidden"> {t('order.step-is-done')}</span>}
        </b>
        <p>{name === 'ready' && status.arrival ? t('curbside.line-ready') : t(`order.line-${line}`)}</p>
      </div>
    </li>
  )
}
