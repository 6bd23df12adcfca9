import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { Modal } from '../../ui/Modal'
import { TextButton } from '../../ui/TextButton'
import tick from '../../ui/Tick.module.css'
import { allergens, diets, type Filters, isFiltered, toggled } from './filters'
import styles from './MenuFilters.module.css'

interface MenuFiltersProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

export function MenuFilters({ filters, onChange }: MenuFiltersProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { without } = filters
  return (
    <div className={styles.filters} role="group" aria-label={t('menu.filters')}>
      {diets.map((diet) => (
        <Chip
          key={diet}
          aria-pressed={filters.diets.includes(diet)}
          onClick={() => onChange({ ...filters, diets: toggled(filters.diets, diet) })}
        >
          {t(`app.tag-${diet}`)}
        </Chip>
      ))}
      <Chip aria-haspopup="dialog" data-on={without.length > 0} onClick={() => setOpen(true)}>
        {without.length ? t('menu.without-some', { count: without.length }) : t('menu.allergens')}
      </Chip>
      {isFiltered(filters) && (
        <TextButton onClick={() => onChange({ diets: [], without: [] })}>{t('menu.clear')}</TextButton>
      )}
      <Modal open={open} onClose={() => setOpen(false)} title={t('menu.allergens-title')}>
        <p>{t('menu.allergens-line')}</p>
        <ul className={styles.allergens}>
          {allergens.map((allergen) => (
            <li key={allergen}>
              <label>
                <input
                  className={tick.tick}
                  type="checkbox"
                  checked={without.includes(allergen)}
                  onChange={() => onChange({ ...filters, without: toggled(without, allergen) })}
                />
                <span>{t(`app.allergen-${allergen}`)}</span>
              </label>
            </li>
          ))}
        </ul>
        <p className={styles.caveat}>{t('menu.caveat')}</p>
        <Button wide onClick={() => setOpen(false)}>
          {t('menu.show')}
        </Button>
      </Modal>
    </div>
  )
}
