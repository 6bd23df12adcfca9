import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Finding } from '../../api/errors'
import type { Basket } from '../../api/generated'
import { useProblemText } from '../../api/useProblemText'
import { handoffOf } from '../../market/handoff'
import { usePaths } from '../../market/useMarket'
import styles from '../../ui/ChangeList.module.css'
import { Notice } from '../../ui/Notice'
import { type Fix, fixOf } from './fixes'
import type { Cart } from './useCart'

interface ProblemsProps {
  problems: readonly Finding[]
  basket: Basket
  cart: Cart
  run: (change: Promise<Basket>) => Promise<Basket | undefined>
}

/** What stands in the way of the order, a sentence each, with the least that would mend it. */
export function Problems({ problems, basket, cart, run }: ProblemsProps) {
  const wording = useProblemText()
  if (problems.length === 0) return null
  return (
    <Notice tone="warn">
      <ul className={styles.changes}>
        {problems.map((problem) => (
          <li key={`${problem.code} ${problem.pointer}`}>
            <span>{wording(problem)}</span>
            <TheFix fix={fixOf(problem, basket.lines)} basket={basket} cart={cart} run={run} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function TheFix({ fix, basket, cart, run }: { fix: Fix } & Omit<ProblemsProps, 'problems'>) {
  const { t } = useTranslation()
  const paths = usePaths(handoffOf(basket.handoff))
  switch (fix.kind) {
    case 'add-items':
      return <Link to={paths.menu(basket.store.slug)}>{t('cart.fix-add')}</Link>
    case 'quantity':
      return (
        <button
          type="button"
          onClick={() => run(cart.changeQuantity(fix.line, fix.quantity - fix.line.quantity))}
        >
          {t('cart.fix-quantity', { count: fix.quantity, item: fix.line.label })}
        </button>
      )
    case 'remove':
      return (
        <button type="button" onClick={() => run(cart.remove(fix.line))}>
          {t('cart.fix-remove', { item: fix.line.label })}
        </button>
      )
    case 'edit':
      return (
        <Link to={paths.item(basket.store.slug, fix.line.section, fix.line.slug, { line: fix.line.lineId })}>
          {t('cart.fix-edit', { item: fix.line.label })}
        </Link>
      )
    case 'time':
      return <Link to={paths.summary}>{t('cart.fix-time')}</Link>
    case 'store':
      return <Link to={paths.startOrder()}>{t('cart.fix-store')}</Link>
  }
  return null
}
