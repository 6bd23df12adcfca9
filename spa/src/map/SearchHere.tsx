import { useTranslation } from 'react-i18next'
import { Button } from '../ui/form/Button'
import styles from './SearchHere.module.css'

/** Button that searches around the centre of the moved map. */
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
