import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '../../api/generated'
import styles from './SectionRail.module.css'

/** Links to the sections; the visible one is marked. */
export function SectionRail({ sections }: { sections: readonly Section[] }) {
  const { t } = useTranslation()
  const current = useSectionOnScreen(sections)
  return (
    <nav className={styles.rail} aria-label={t('menu.sections')}>
      <ul>
        {sections.map(({ slug, label }) => (
          <li key={slug}>
            <a
              href={`#${slug}`}
              aria-current={slug === current ? 'true' : undefined}
              ref={(link) => {
                if (slug === current) bringIntoView(link)
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the last section with a head above the upper third of the window. */
function useSectionOnScreen(sections: readonly Section[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const heads = sections.map(({ slug }) => document.getElementById(slug)).filter((e) => e !== null)
    const markVisible = () => {
      const passed = heads.filter((head) => head.getBoundingClientRect().top < innerHeight / 3)
      setCurrent((passed.at(-1) ?? heads[0])?.id)
    }
    // Higher than any page: after a jump from bottom to top no head enters the viewport, but all of them leave this margin.
    const rootMargin = '999999px 0px -66% 0px'
    const observer = new IntersectionObserver(markVisible, { rootMargin, threshold: [0, 1] })
    for (const head of heads) observer.observe(head)
    return () => observer.disconnect()
  }, [sections])
  return current
}

/** Scrolls the rail horizontally and never the page. */
function bringIntoView(link: HTMLElement | null) {
  const list = link?.closest('ul')
  if (!link || !list) return
  const gap = 24
  if (link.offsetLeft < list.scrollLeft + gap) list.scrollLeft = link.offsetLeft - gap
  else if (link.offsetLeft + link.offsetWidth > list.scrollLeft + list.clientWidth - gap)
    list.scrollLeft = link.offsetLeft + link.offsetWidth - list.clientWidth + gap
}
