import { useTranslation } from 'react-i18next'
import { Button } from '../ui/form/Button'
import styles from './SearchHere.module.css'

/** Searches around the middle of a map that the guest has moved. */
export function SearchHere({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.search}>
      <Button tone="second" small onClick={onSearch}>
        {t('map.search')}
      </Button>
    </div>
  )
}
