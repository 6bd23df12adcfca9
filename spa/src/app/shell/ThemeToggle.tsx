import { useTranslation } from 'react-i18next'
import { chooseTheme, currentTheme } from '../../brand/theme'
import { Icon } from '../../ui/media/Icon'
import styles from './ThemeToggle.module.css'

/** Switches between light and dark. Its style sheet shows the text of the other theme, so that the server needs to know neither. */
export function ThemeToggle({ className }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={['tap', styles.toggle, className].filter(Boolean).join(' ')}
      onClick={() => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark')}
    >
      <Icon name="light" />
      <span className={styles.off}>{t('app.theme-dark')}</span>
      <span className={styles.on}>{t('app.theme-light')}</span>
    </button>
  )
}
