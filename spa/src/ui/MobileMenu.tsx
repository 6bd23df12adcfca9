import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePaths } from '../market/useMarket'
import { Button } from './Button'
import { LanguageSwitcher } from './LanguageSwitcher'
import styles from './MobileMenu.module.css'
import { motion, submenuDelay } from './motion'
import { ThemeToggle } from './ThemeToggle'

interface MobileMenuProps {
  menuPath: string
  onOrder: () => void
  onClose: () => void
}

/** The whole navigation on small screens. Arrows move, Escape closes, Tab is left alone. */
export function MobileMenu({ menuPath, onOrder, onClose }: MobileMenuProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => stops(ref.current)[0]?.focus(), [])

  return (
    <nav
      ref={ref}
      id="mobile-menu"
      className={styles.menu}
      aria-label={t('app.nav')}
      onKeyDown={(e) => move(e, onClose)}
    >
      <ul className={styles.links}>
        <li>
          <Link to={menuPath}>{t('app.menu')}</Link>
        </li>
        <li>
          <Link to={paths.locations}>{t('app.locations')}</Link>
        </li>
        <li>
          <Link to={paths.cart}>{t('app.cart')}</Link>
        </li>
      </ul>
      <Button
        tone="yellow"
        wide
        onClick={() => {
          onClose()
          setTimeout(onOrder, motion(submenuDelay))
        }}
      >
        {t('app.order-now')}
      </Button>
      <div className={styles.settings}>
        <LanguageSwitcher className={styles.languages} />
        <ThemeToggle />
      </div>
    </nav>
  )
}

function stops(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('a, button') ?? [])]
}

function move(event: KeyboardEvent<HTMLElement>, onClose: () => void) {
  if (event.key === 'Escape') return onClose()
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const all = stops(event.currentTarget)
  const at = all.indexOf(document.activeElement as HTMLElement)
  all[(at + step + all.length) % all.length]?.focus()
}
