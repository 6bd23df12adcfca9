import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, currentTheme } from '../brand/theme'
import { Icon } from './Icon'
import styles from './ThemeToggle.module.css'

export function ThemeToggle({ className }: { className?: string }) {
  const { t } = useTranslation()
  const [theme, setTheme] = useState(currentTheme)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      className={[styles.toggle, className].filter(Boolean).join(' ')}
      onClick={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    >
      <Icon name="light" />
      <span>{t(`app.theme-${other}`)}</span>
    </button>
  )
}
