import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link, useLocation } from 'react-router'
import { selectFirstName, selectPoints } from '../../api/firstName'
import { selectSignedIn } from '../../api/session'
import { brand } from '../../brand/brand'
import { formatPhone } from '../../market/formatPhone'
import type { MenuItem } from '../../market/navigation'
import { useMarket, usePaths } from '../../market/useMarket'
import { Button, ButtonLink } from '../../ui/form/Button'
import { TextButton } from '../../ui/form/TextButton'
import { Icon } from '../../ui/media/Icon'
import { ContentLink } from '../../ui/page/ContentLink'
import { fadeTime, submenuDelay } from '../../ui/timings'
import { LanguageSwitcher } from './LanguageSwitcher'
import type { LatestOrder } from './LatestOrder'
import styles from './MobileMenu.module.css'
import { moveFocus } from './moveFocus'
import { ThemeToggle } from './ThemeToggle'
import { useSignOut } from './useSignOut'

interface MobileMenuProps {
  items: readonly MenuItem[]
  order?: LatestOrder
  onOrder: (item?: MenuItem) => void
  onClose: () => void
}

/** Navigation of small screens. Arrow keys move, Escape closes, Tab is unchanged. */
export function MobileMenu({ items, order: latest, onOrder, onClose }: MobileMenuProps) {
  const { t } = useTranslation()
  const { kind, acceptsOrders, lang } = useMarket()
  const paths = usePaths()
  const ref = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<string>()
  const isLoaded = items.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a slow line the entries come after the menu has opened
  useEffect(() => stops(ref.current)[0]?.focus(), [isLoaded])

  function order(item?: MenuItem) {
    onClose()
    setTimeout(() => onOrder(item), fadeTime(submenuDelay))
  }

  function onLinkClick(event: MouseEvent, item: MenuItem) {
    if (!item.hasModal) return
    event.preventDefault()
    order(item)
  }

  return (
    <nav
      ref={ref}
      id="mobile-menu"
      className={styles.menu}
      aria-label={t('app.nav')}
      onKeyDown={(e) => move(e, onClose)}
    >
      {acceptsOrders && <Account />}
      <ul className={styles.links}>
        {items.map((item) => {
          const { id, title, subTitles } = item
          if (!subTitles?.length)
            return (
              <li key={id}>
                <ContentLink link={item}>{title}</ContentLink>
              </li>
            )
          const opened = open === id
          return (
            <li key={id}>
              <button
                type="button"
                aria-expanded={opened}
                aria-controls={`mobile-menu-${id}`}
                onClick={() => setOpen(opened ? undefined : id)}
              >
                {title}
                <Icon name={opened ? 'minus' : 'plus'} />
              </button>
              <ul id={`mobile-menu-${id}`} className={styles.submenu} hidden={!opened}>
                {subTitles.map((sub) => (
                  <li key={sub.id}>
                    <ContentLink link={sub} onClick={(event) => onLinkClick(event, sub)}>
                      {sub.title}
                    </ContentLink>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
        {acceptsOrders && (
          <li>
            <Link to={paths.cart}>{t('app.cart')}</Link>
          </li>
        )}
      </ul>
      {acceptsOrders && (
        <>
          {latest && (
            <ButtonLink tone={latest.underway ? 'yellow' : 'second'} wide to={latest.path}>
              {latest.label}
            </ButtonLink>
          )}
          <Button tone={latest?.underway ? 'second' : 'yellow'} wide onClick={() => order()}>
            {t('app.order-now')}
          </Button>
        </>
      )}
      {kind === 'us' && (
        <a className={styles.cater} href={`tel:${brand.phones.catering}`}>
          <Icon name="phone" />
          <b>{t('shell.we-cater')}</b> {formatPhone(brand.phones.catering, lang)}
        </a>
      )}
      <div className={styles.settings}>
        <LanguageSwitcher />
        <ThemeToggle />
      </div>
    </nav>
  )
}

/** Links to the customer's pages, or to sign-in and sign-up for a guest. */
function Account() {
  const { t } = useTranslation()
  const paths = usePaths()
  const { pathname, search } = useLocation()
  const isSignedIn = useSelector(selectSignedIn)
  const name = useSelector(selectFirstName)
  const points = useSelector(selectPoints)
  const signOut = useSignOut()
  if (isSignedIn)
    return (
      <div className={styles.customer}>
        <p>{name ? t('shell.hi', { name }) : t('shell.account')}</p>
        {brand.loyalty && points !== undefined && (
          <p className={styles.points}>{t('shell.points', { count: points })}</p>
        )}
        <ul>
          <li>
            <Link to={paths.page('profile')}>{t('shell.my-profile')}</Link>
          </li>
          <li>
            <Link to={paths.page('orders')}>{t('shell.my-orders')}</Link>
          </li>
          {brand.loyalty && (
            <li>
              <Link to={paths.page('rewards')}>{t('shell.my-rewards')}</Link>
            </li>
          )}
          <li>
            <TextButton onClick={signOut}>{t('shell.sign-out')}</TextButton>
          </li>
        </ul>
      </div>
    )
  const from = new URLSearchParams({ return: pathname + search })
  return (
    <div className={styles.account}>
      {brand.loyalty && <p>{t('shell.earn')}</p>}
      <ButtonLink tone="second" small to={paths.login(pathname + search)}>
        {t('shell.sign-in')}
      </ButtonLink>
      <p>
        {t('shell.no-account')} <Link to={`${paths.page('signup')}?${from}`}>{t('shell.sign-up')}</Link>
      </p>
    </div>
  )
}

function stops(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('a, button') ?? [])].filter(
    (stop) => !stop.closest('[hidden]'),
  )
}

function move(event: KeyboardEvent<HTMLElement>, onClose: () => void) {
  if (event.key === 'Escape') return onClose()
  if (!event.key.startsWith('Arrow')) return
  event.preventDefault()
  moveFocus(stops(event.currentTarget), event.key)
}
