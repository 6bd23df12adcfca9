import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { Logo } from '../brand/Logo'
import { usePaths } from '../market/useMarket'
import { Button } from './Button'
import styles from './Header.module.css'
import { Icon } from './Icon'
import { LanguageSwitcher } from './LanguageSwitcher'
import type { MobileMenu } from './MobileMenu'
import { ProgressBar } from './ProgressBar'
import { ThemeToggle } from './ThemeToggle'

interface HeaderProps {
  /** Where "Menu" leads: the restaurant of the basket, or the choice of one. */
  menuPath: string
  /** Items in the cart. */
  count: number
  /** The cart's total, already in words; empty while there is none. */
  total?: string
  /** Low, on the pages of an order. */
  slim?: boolean
  /** Instead of the cart, on the summary. */
  backToCart?: boolean
  /** Percent of the order done, shown on small screens; absent outside of an order. */
  progress?: number
  onOrder: () => void
  onHeight: (pixels: number) => void
}

export function Header({
  menuPath,
  count,
  total,
  slim,
  backToCart,
  progress,
  onOrder,
  onHeight,
}: HeaderProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const ref = useHeight(onHeight)
  const [open, setOpen] = useState(false)
  const [Menu, setMenu] = useState<typeof MobileMenu>()
  const burger = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(() => setOpen(false), [key])

  // The menu comes when it is asked for: the first page does without it. Where it cannot come, it stays closed.
  async function toggle() {
    setOpen(!open)
    if (Menu) return
    try {
      const { MobileMenu } = await import('./MobileMenu')
      setMenu(() => MobileMenu)
    } catch {
      setOpen(false)
    }
  }

  return (
    <header ref={ref} className={slim ? `${styles.header} ${styles.slim}` : styles.header} data-ground="dark">
      <a className={styles.skip} href="#main">
        {t('app.skip')}
      </a>
      <div className={`wrap ${styles.row}`}>
        <Link className={styles.home} to={paths.home} aria-label={t('app.logo')}>
          <Logo className={styles.logo} />
        </Link>
        <nav className={styles.nav} aria-label={t('app.nav')}>
          <ul>
            <li>
              <NavLink to={menuPath}>{t('app.menu')}</NavLink>
            </li>
            <li>
              <NavLink to={paths.locations}>{t('app.locations')}</NavLink>
            </li>
          </ul>
        </nav>
        <div className={styles.actions}>
          <LanguageSwitcher className={styles.languages} />
          <ThemeToggle className={styles.theme} />
          {backToCart ? (
            <Link className={styles.cart} to={paths.cart}>
              <Icon name="back" size={20} />
              {t('app.back-to-cart')}
            </Link>
          ) : (
            <CartLink count={count} total={total} to={paths.cart} />
          )}
          <Button className={styles.order} tone="yellow" small onClick={onOrder}>
            {t('app.order-now')}
          </Button>
          <button
            ref={burger}
            type="button"
            className={styles.burger}
            aria-label={t('app.open-menu')}
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => void toggle()}
          >
            <Icon name={open ? 'close' : 'menu'} size={26} />
          </button>
        </div>
      </div>
      {open && Menu && (
        <Menu
          menuPath={menuPath}
          onOrder={onOrder}
          onClose={() => {
            setOpen(false)
            burger.current?.focus()
          }}
        />
      )}
      {progress !== undefined && (
        <div className={styles.progress}>
          <ProgressBar label={t('app.order-completion')} percent={progress} />
        </div>
      )}
    </header>
  )
}

function CartLink({ count, total, to }: { count: number; total?: string; to: string }) {
  const { t } = useTranslation()
  return (
    <Link className={styles.cart} to={to}>
      <Icon name="bag" size={26} />
      <span className="visually-hidden">{t('app.cart-count', { count })}</span>
      <span aria-hidden="true">
        {count}
        {total && <span className={styles.total}> {t('app.cart-total', { total })}</span>}
      </span>
    </Link>
  )
}

function useHeight(onHeight: (pixels: number) => void) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const header = ref.current
    if (!header) return
    const observer = new ResizeObserver(() => onHeight(header.offsetHeight))
    observer.observe(header)
    return () => observer.disconnect()
  }, [onHeight])
  return ref
}
