import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import type { Basket } from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import { useMarket } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { formatPercent } from '../../../money/percent'
import { Button } from '../../../ui/form/Button'
import { Field } from '../../../ui/form/Field'
import { problemsOf } from '../problems'
import type { BasketActions } from '../useBasketActions'
import styles from './Summary.module.css'
import { amountEntry, entryOf, formatEntry, type Tip, type TipChoice, tipChoiceOf, tipOf } from './tip'

/** TipPart offers a percentage, a custom amount or no tip. Nothing is preselected. */
export function TipPart({ basket, cart }: { basket: Basket; cart: BasketActions }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const wording = useProblemText()
  const [pending, setPending] = useState<TipChoice>()
  const [error, setError] = useState<string>()
  const picked = pending ?? tipChoiceOf(basket)
  const problem = problemsOf(basket, 'tip')[0]
  const trouble = error ?? (problem && wording(problem))

  const set = async (choice: TipChoice, tip: Tip) => {
    setError(undefined)
    try {
      await cart.setTip(tip)
      setPending((now) => (now === choice ? undefined : now)) // the guest may have chosen another meanwhile
    } catch (refusal) {
      const reason = wording(refusal as ApiError, 'app.failed-tip')
      const { tip: charged } = basket.totals
      setError(
        charged.minor > 0
          ? `${reason} ${t('summary.tip-still', { tip: formatAmount(charged, lang) })}`
          : reason,
      )
    }
  }
  const pick = (choice: TipChoice, tip?: Tip) => {
    setPending(choice)
    setError(undefined)
    if (tip) void set(choice, tip)
  }

  return (
    <section className={styles.part} data-part="tip">
      <h2 id="tip-heading">{t('summary.tip')}</h2>
      <fieldset className={styles.tips} aria-labelledby="tip-heading">
        {basket.tipOptions.map(({ percent, amount }) => (
          <Choice
            key={percent}
            checked={picked === `${percent}%`}
            onPick={() => pick(`${percent}%`, { kind: 'percent', percent })}
          >
            {formatPercent(String(percent), lang)}
            <small>{formatAmount(amount, lang)}</small>
          </Choice>
        ))}
        <Choice checked={picked === 'custom'} onPick={() => pick('custom')}>
          {t('summary.tip-custom')}
        </Choice>
        <Choice checked={picked === 'none'} onPick={() => pick('none', { kind: 'none' })}>
          {t('summary.tip-none')}
        </Choice>
      </fieldset>
      {picked === 'custom' ? (
        <CustomTip
          entry={entryOf(basket)}
          error={trouble}
          onSet={(entry) => {
            // Clearing the amount field removes the tip.
            const emptied = entry === '' && basket.totals.tip.minor > 0
            const tip = tipOf(emptied ? '0' : entry, basket.store.currency)
            if (tip) void set('custom', tip)
            else setError(t('summary.tip-missing'))
          }}
        />
      ) : (
        trouble && (
          <p className={styles.error} role="alert">
            {trouble}
          </p>
        )
      )}
    </section>
  )
}

interface ChoiceProps {
  checked: boolean
  onPick: () => void
  children: ReactNode
}

function Choice({ checked, onPick, children }: ChoiceProps) {
  return (
    <label className={styles.pick}>
      <input type="radio" name="tip" checked={checked} onChange={onPick} />
      <span>{children}</span>
    </label>
  )
}

interface CustomTipProps {
  entry: string
  error?: string
  onSet: (entry: string) => void
}

function CustomTip({ entry, error, onSet }: CustomTipProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(entry)
  const [refused, setRefused] = useState(false)
  const sent = useRef(entry || undefined)

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // The blur before the button press has already sent it.
    if (text === sent.current && !error) return
    // Show the amount as charged: in whole cents.
    const exact = formatEntry(text)
    setText(exact)
    sent.current = exact
    onSet(exact)
  }

  return (
    <form className={styles.custom} onSubmit={submit} noValidate>
      <Field label={t('summary.tip-amount')} error={refused ? t('summary.tip-missing') : error}>
        {(control) => (
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              const next = amountEntry(target.value)
              setRefused(next === undefined)
              if (next !== undefined) setText(next)
            }}
            onBlur={(event) => text !== (sent.current ?? '') && submit(event)}
          />
        )}
      </Field>
      <Button type="submit" tone="second" small>
        {t('summary.tip-set')}
      </Button>
    </form>
  )
}
