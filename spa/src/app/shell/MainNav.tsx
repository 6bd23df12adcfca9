import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { type MenuItem, resolveLink } from '../../market/navigation'
import { useMarket } from '../../market/useMarket'
import { Icon } from '../../ui/media/Icon'
import { ContentLink } from '../../ui/page/ContentLink'
import styles from './MainNav.module.css'
import { moveFocus } from './moveFocus'

/** Id that the menu button of small screens references. */
export const navId = 'navigation'

interface MainNavProps {
  items: readonly MenuItem[]
  /** Opens the handoff chooser for the entry's category. */
  onOrder: (item: MenuItem) => void
  /** Called when a submenu opens. */
  onSubmenuOpen: () => void
}

/**
 * Navigation of wide screens; on small ones the fallback while the menu chunk is missing. Submenus open on hover and on press; arrow
 * keys move, Escape closes, Tab is unchanged.
 */
export function MainNav({ items, onOrder, onSubmenuOpen }: MainNavProps) {
  const { t } = useTranslation()
  const market = useMarket()
  const { key, pathname } = useLocation()
  const [open, setOpen] = useState<string>()
  const openedByHover = useRef(false)
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a submenu closes when the page changes
  useEffect(() => setOpen(undefined), [key])
  useEffect(() => {
    if (open) onSubmenuOpen()
  }, [open, onSubmenuOpen])

  function order(event: MouseEvent, item: MenuItem) {
    if (!item.hasModal) return
    event.preventDefault()
    // The entry disappears with its submenu: focus the button of the submenu, so that the dialog returns the focus there.
    event.currentTarget.closest('ul')!.parentElement!.querySelector('button')?.focus()
    setOpen(undefined)
    onOrder(item)
  }

  function keys(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const entry = target.closest('ul')!.closest('li')
    const button = (entry ?? target.closest('li')!).querySelector('button')
    if (event.key === 'Escape' && open) {
      setOpen(undefined)
      button?.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (entry) return moveFocus(entry.querySelectorAll<HTMLElement>('li a'), event.key)
      if (!button) return
      setOpen(button.id)
      const down = event.key === 'ArrowDown'
      requestAnimationFrame(() =>
        [...button.nextElementSibling!.querySelectorAll('a')].at(down ? 0 : -1)?.focus(),
      )
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault()
      setOpen(undefined)
      button?.focus()
      moveFocus(list.current!.querySelectorAll<HTMLElement>(':scope > li > :first-child'), event.key)
    }
  }

  return (
    <nav id={navId} popover="auto" className={styles.nav} aria-label={t('app.nav')}>
      <ul ref={list} className={styles.entries} onKeyDown={keys}>
        {items.map((item) => {
          const id = `menu-${item.id}`
          const isCurrent = pathname.startsWith(resolveLink(market, item).href) || undefined
          if (!item.subTitles?.length)
            return (
              <li key={id}>
                <ContentLink link={item} className={styles.entry} aria-current={isCurrent && 'page'}>
                  {item.title}
                </ContentLink>
              </li>
            )
          const isOpen = open === id
          return (
            <li
              key={id}
              onPointerEnter={({ pointerType }) => {
                if (pointerType !== 'mouse') return
                openedByHover.current = true
                setOpen(id)
              }}
              onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(undefined)}
              onBlur={({ currentTarget, relatedTarget }) => {
                if (isOpen && relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(undefined)
              }}
            >
              <button
                id={id}
                type="button"
                className={styles.entry}
                data-here={isCurrent}
                aria-expanded={isOpen}
                aria-controls={`${id}-below`}
                onClick={({ detail }) => {
                  // The submenu is already open by hover: the click must not close it.
                  if (detail > 0 && openedByHover.current && isOpen) openedByHover.current = false
                  else setOpen(isOpen ? undefined : id)
                }}
              >
                {item.title}
                <Icon name="down" size={14} />
              </button>
              <ul id={`${id}-below`} className={styles.submenu} hidden={!isOpen}>
                {item.subTitles.map((sub) => (
                  <li key={sub.id}>
                    <ContentLink link={sub} onClick={(event) => order(event, sub)}>
                      {sub.title}
                    </ContentLink>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
