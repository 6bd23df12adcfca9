import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePaths } from '../../market/useMarket'
import { Icon } from '../../ui/media/Icon'
import styles from './Header.module.css'

/** Leads to the sign-in page, and from there back to the path `from`. */
export function SignInLink({ from }: { from: string }) {
  const { t } = useTranslation()
  return (
    <Link className={`tap ${styles.account}`} to={usePaths().login(from)}>
      <Icon name="person" />
      <span>{t('shell.sign-in')}</span>
    </Link>
  )
}
