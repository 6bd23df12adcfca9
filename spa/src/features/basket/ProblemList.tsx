import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Basket, Fix, Obstacle } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import styles from '../../basket/move/ChangeList.module.css'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import { Notice } from '../../ui/feedback/Notice'
import type { BasketActions } from './useBasketActions'

interface ProblemListProps {
  problems: readonly Obstacle[]
  basket: Basket
  cart: BasketActions
  run: (change: Promise<Basket>) => Promise<Basket | undefined>
}

/** Lists the problems that prevent ordering, each with an action that resolves it. */
export function ProblemList({ problems, basket, cart, run }: ProblemListProps) {
  const wording = useProblemText()
  if (problems.length === 0) return null
  return (
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
  )
}

function FixButton({ fix, basket, cart, run }: { fix: Fix } & Omit<ProblemListProps, 'problems'>) {
  const { t } = useTranslation()
  const paths = usePaths(handoffOf(basket.handoff))
  const line = basket.lines.find(({ lineId }) => lineId === fix.lineId)
  // The quantity changes by a difference: a second press would add it again.
  const button = (text: string, change: () => Promise<Basket>) => (
    <button
      type="button"
      aria-disabled={cart.pending || undefined}
      onClick={() => cart.pending || void run(change())}
    >
      {text}
    </button>
  )
  if (fix.kind === 'add-items') return <Link to={paths.menu(basket.store.slug)}>{t('cart.fix-add')}</Link>
  if (fix.kind === 'time') return <Link to={paths.summary}>{t('cart.fix-time')}</Link>
  if (fix.kind === 'store') return <Link to={paths.startOrder()}>{t('cart.fix-store')}</Link>
  if (!line) return null
  const { label: item, lineId, section, slug } = line
  const { quantity = line.quantity } = fix
  switch (fix.kind) {
    case 'quantity':
      return button(t('cart.fix-quantity', { count: quantity, item }), () =>
        cart.changeQuantity(line, quantity - line.quantity),
      )
    case 'remove':
      return button(t('cart.fix-remove', { item }), () => cart.remove(line))
    case 'edit':
      return (
        <Link to={paths.item(basket.store.slug, section, slug, { line: lineId })}>
          {t('cart.fix-edit', { item })}
        </Link>
      )
  }
  return null
}
