import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Basket, Fix } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import { ChangeList } from '../../basket/move/ChangeList'
import styles from '../../basket/move/ChangeList.module.css'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { Notice } from '../../ui/feedback/Notice'
import { Button } from '../../ui/form/Button'
import { problemsOf } from './problems'
import type { BasketActions } from './useBasketActions'

interface ObstaclesProps {
  basket: Basket
  cart: BasketActions
  run: (change: Promise<Basket>) => Promise<Basket | undefined>
}

/**
 * Lists what prevents ordering: the changes to items and prices since the guest last saw the basket, which must be accepted, and the
 * problems, each with an action that resolves it.
 */
export function Obstacles({ basket, cart, run }: ObstaclesProps) {
  const { t } = useTranslation()
  const wording = useProblemText()
  const { changes, lines, store: location } = basket
  const problems = problemsOf(basket, 'cart')
  return (
    <>
      {changes.length > 0 && (
        <Notice tone="warn" title={t('cart.changes-title')}>
          <ChangeList changes={changes} lines={lines} zone={location.timeZone} />
          <div>
            <Button
              tone="second"
              small
              onClick={() => cart.pending || run(cart.accept())}
              aria-disabled={cart.pending}
            >
              {t('cart.accept')}
            </Button>
          </div>
        </Notice>
      )}
      {problems.length > 0 && (
        <Notice tone="warn">
          <ul className={styles.changes}>
            {problems.map((problem) => (
              <li key={`${problem.code} ${problem.pointer}`}>
                <span>{wording(problem)}</span>
                <span className={styles.fixes}>
                  {problem.fixes.map((fix) => (
                    <FixButton key={fix.kind} fix={fix} basket={basket} cart={cart} run={run} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function FixButton({ fix, basket, cart, run }: { fix: Fix } & ObstaclesProps) {
  const { t } = useTranslation()
  const paths = usePaths(handoffOf(basket.handoff))
  const line = basket.lines.find(({ lineId }) => lineId === fix.lineId)
  switch (fix.kind) {
    case 'add-items':
      return <Link to={paths.menu(basket.store.slug)}>{t('cart.fix-add')}</Link>
    case 'time':
      return <Link to={paths.summary}>{t('cart.fix-time')}</Link>
    case 'store':
      return <Link to={paths.startOrder()}>{t('cart.fix-store')}</Link>
  }
  if (!line) return null
  const { quantity = line.quantity } = fix
  // The quantity changes by a difference: a second press would add it again.
  const press = (change: () => Promise<Basket>) => cart.pending || void run(change())
  switch (fix.kind) {
    case 'quantity':
      return (
        <button
          type="button"
          aria-disabled={cart.pending || undefined}
          onClick={() => press(() => cart.changeQuantity(line, quantity - line.quantity))}
        >
          {t('cart.fix-quantity', { count: quantity, item: line.label })}
        </button>
      )
    case 'remove':
      return (
        <button
          type="button"
          aria-disabled={cart.pending || undefined}
          onClick={() => press(() => cart.remove(line))}
        >
          {t('cart.fix-remove', { item: line.label })}
        </button>
      )
    case 'edit':
      return (
        <Link to={paths.item(basket.store.slug, line.section, line.slug, { line: line.lineId })}>
          {t('cart.fix-edit', { item: line.label })}
        </Link>
      )
  }
  return null
}
