import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Logo } from '../../brand/Logo'
import type { MenuItem } from '../../market/navigation'
import { useMarket, usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../../ui/form/Button'
import { Icon } from '../../ui/media/Icon'
import styles from './Header.module.css'
import { LanguageSwitcher } from './LanguageSwitcher'
import type { LatestOrder } from './LatestOrder'
import { MainNav, navId } from './MainNav'
import type { MobileMenu } from './MobileMenu'
import { ProgressBar } from './ProgressBar'
import { SignInLink } from './SignInLink'

interface HeaderProps {
  /** Navigation entries of this market. */
  items: readonly MenuItem[]
  /** Items in the cart. */
  count: number
  /** Formatted total of the cart; empty without a cart. */
  total?: string
  order?: LatestOrder
  /** Replaces the link to sign in, once the shell's chunk has loaded. */
  account?: ReactNode
  /** Reduced height, on order pages. */
  slim?: boolean
  /** Replaces the cart on the summary page. */
  backToCart?: boolean
  /** Progress of the order in percent, on small screens; absent outside of an order. */
  progress?: number
  /** Opens the handoff chooser, for the category of the given entry. */
  onOrder: (item?: MenuItem) => void
  onHeight: (pixels: number) => void
  /** Called when a submenu opens. */
  onSubmenuOpen: () => void
}

export function Header({
  items,
  count,
  total,
  order,
  account,
  slim,
  backToCart,
  progress,
  onOrder,
  onHeight,
  onSubmenuOpen,
}: HeaderProps) {
  const { t } = useTranslation()
  const { acceptsOrders } = useMarket()
  const paths = usePaths()
  const ref = useHeight(onHeight)
  const [open, setOpen] = useState(false)
  const [Menu, setMenu] = useState<typeof MobileMenu>()
  const burger = useRef<HTMLButtonElement>(null)
  const { key, pathname } = useLocation()
  const nav = () => burger.current?.popoverTargetElement as HTMLElement | null | undefined
  const lastKey = useRef(key)
  // Close the menu on navigation, but not on hydration of a page on which the guest has already opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    setOpen(false)
    nav()?.hidePopover()
  }, [key])

  // The menu chunk loads on demand. If it fails, the browser shows the static navigation, as before hydration.
  async function toggle(event: MouseEvent) {
    event.preventDefault()
    nav()?.hidePopover()
    setOpen(!open)
    onSubmenuOpen()
    if (Menu) return
    try {
      const { MobileMenu } = await import('../shell.chunk')
      setMenu(() => MobileMenu)
    } catch {
      setOpen(false)
      nav()?.showPopover()
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
        {!backToCart && <MainNav items={items} onOrder={onOrder} onSubmenuOpen={onSubmenuOpen} />}
        <div className={styles.actions}>
          <LanguageSwitcher className={styles.languages} />
          {backToCart ? (
            <Link className={`tap ${styles.cart}`} to={paths.cart}>
              <Icon name="back" size={20} />
              {t('app.back-to-cart')}
            </Link>
          ) : (
            acceptsOrders && (
              <>
                {account ?? <SignInLink from={pathname} />}
                {order && !order.underway && (
                  <Link className={styles.again} to={order.path}>
                    {order.label}
                  </Link>
                )}
                <CartLink count={count} total={total} to={paths.cart} />
                {order?.underway ? (
                  <ButtonLink className={styles.track} tone="yellow" small to={order.path}>
                    {order.label}
                  </ButtonLink>
                ) : (
                  <Button className={styles.order} tone="yellow" small onClick={() => onOrder()}>
                    {t('app.order-now')}
                  </Button>
                )}
              </>
            )
          )}
          <button
            ref={burger}
            type="button"
            className={backToCart ? `${styles.burger} ${styles.away}` : styles.burger}
            aria-label={t('app.open-menu')}
            popoverTarget={navId}
            popoverTargetAction="show"
            aria-expanded={open || undefined}
            onClick={toggle}
          >
            <Icon name={open ? 'close' : 'menu'} size={26} />
          </button>
        </div>
      </div>
      {open && Menu && (
        <Menu
          items={items}
          order={order}
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
    <Link className={`tap ${styles.cart}`} to={to}>
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
    const observer = new ResizeObserver(() => {
      header.style.setProperty('--navigation-height', `${header.offsetHeight}px`) // for the menu that is positioned below it
      onHeight(header.offsetHeight)
    })
    observer.observe(header)
    return () => observer.disconnect()
  }, [onHeight])
  return ref
}
