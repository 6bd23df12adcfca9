import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link, useLocation } from 'react-router'
import { selectFirstName, selectPoints } from '../../api/firstName'
import { selectSignedIn } from '../../api/session'
import { brand } from '../../brand/brand'
import { siblings } from '../../market/market'
import { useMarket, usePaths } from '../../market/useMarket'
import { Icon } from '../../ui/media/Icon'
import styles from './AccountMenu.module.css'
import { moveFocus } from './moveFocus'
import { SignInLink } from './SignInLink'
import { useSignOut } from './useSignOut'

/** The customer's menu, or the link to sign in, which leads back to the page with its query. */
export function AccountEntry() {
  const { pathname, search } = useLocation()
  return useSelector(selectSignedIn) ? <AccountMenu /> : <SignInLink from={pathname + search} />
}

/** The customer's name in the header of wide screens, with a menu below it. Arrow keys move, Escape closes, Tab is unchanged. */
function AccountMenu() {
  const { t } = useTranslation()
  const market = useMarket()
  const paths = usePaths()
  const { key: page } = useLocation()
  const name = useSelector(selectFirstName)
  const points = useSelector(selectPoints)
  const shownPoints = brand.loyalty && points !== undefined && t('shell.points', { count: points })
  const signOut = useSignOut()
  // A menu that was opened on another page is closed.
  const [openOn, setOpenOn] = useState<string>()
  const open = openOn === page
  const menu = useRef<HTMLElement>(null)

  function keys(event: KeyboardEvent) {
    const { key } = event
    const button = menu.current!.querySelector('button')!
    if (key === 'Escape' && open) {
      setOpenOn(undefined)
      button.focus()
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpenOn(page)
      requestAnimationFrame(() => {
        const entries = menu.current!.querySelectorAll<HTMLElement>('li > *')
        const isInside = document.activeElement !== button
        if (isInside) moveFocus(entries, key)
        else [...entries].at(key === 'ArrowDown' ? 0 : -1)?.focus()
      })
    }
  }

  return (
    <nav
      ref={menu}
      className={styles.account}
      data-compact={siblings(market).length > 1 || undefined}
      aria-label={t('shell.account')}
      onKeyDown={keys}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpenOn(undefined)
      }}
    >
      <button
        type="button"
        className={styles.name}
        aria-expanded={open}
        aria-controls="account-menu"
        onClick={() => setOpenOn(open ? undefined : page)}
      >
        <Icon name="person" />
        <span>
          <span className={styles.who}>{name || t('shell.account')}</span>
          {shownPoints && <small>{shownPoints}</small>}
        </span>
        <Icon name="down" size={14} />
      </button>
      <ul id="account-menu" className={styles.entries} hidden={!open}>
        <li>
          <Link to={paths.page('profile')}>{t('shell.my-profile')}</Link>
        </li>
        <li>
          <Link to={paths.page('orders')}>{t('shell.my-orders')}</Link>
        </li>
        {brand.loyalty && (
          <li>
            <Link to={paths.page('rewards')}>
              {t('shell.my-rewards')}
              {shownPoints && <small>{shownPoints}</small>}
            </Link>
          </li>
        )}
        <li>
          <button type="button" onClick={signOut}>
            {t('shell.sign-out')}
          </button>
        </li>
      </ul>
    </nav>
  )
}
