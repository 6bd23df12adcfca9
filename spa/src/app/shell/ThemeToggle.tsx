import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, currentTheme, type Theme } from '../../brand/theme'
import { useHydrated } from '../../ui/loading/useHydrated'
import { Icon } from '../../ui/media/Icon'
import styles from './ThemeToggle.module.css'

export function ThemeToggle({ className }: { className?: string }) {
  const { t } = useTranslation()
  const hydrated = useHydrated()
  const [chosen, setChosen] = useState<Theme>()
  const theme = chosen ?? (hydrated ? currentTheme() : 'light')
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      className={[styles.toggle, className].filter(Boolean).join(' ')}
      onClick={() => {
        chooseTheme(other)
        setChosen(other)
      }}
    >
      <Icon name="light" />
      <span>{t(`app.theme-${other}`)}</span>
    </button>
  )
}
