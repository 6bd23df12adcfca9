import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allergens, diets, type Filters, isFiltered, toggled } from '../../food/diet'
import { Button } from '../../ui/form/Button'
import { Chip } from '../../ui/form/Chip'
import { TextButton } from '../../ui/form/TextButton'
import tick from '../../ui/form/Tick.module.css'
import { Modal } from '../../ui/overlay/Modal'
import styles from './MenuFilters.module.css'

interface MenuFiltersProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** Pressed filters update at once; the menu follows as a low-priority update. */
export function MenuFilters({ filters: applied, onChange }: MenuFiltersProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [filters, setFilters] = useState(applied)
  const { diets: chosen, without } = filters
  const key = [...applied.diets, ...applied.without].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is read into a new object each time
  useEffect(() => setFilters(applied), [key])
  const change = (next: Filters) => {
    setFilters(next)
    onChange(next)
  }
  return (
    <div className={styles.filters} role="group" aria-label={t('menu.filters')}>
      {diets.map((diet) => (
        <Chip
          key={diet}
          aria-pressed={chosen.includes(diet)}
          onClick={() => change({ ...filters, diets: toggled(chosen, diet) })}
        >
          {t(`app.tag-${diet}`)}
        </Chip>
      ))}
      <Chip aria-haspopup="dialog" data-on={without.length > 0} onClick={() => setOpen(true)}>
        {without.length ? t('menu.without-some', { count: without.length }) : t('menu.allergens')}
      </Chip>
      {isFiltered(filters) && (
        <TextButton onClick={() => change({ diets: [], without: [] })}>{t('menu.clear')}</TextButton>
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
                  onChange={() => change({ ...filters, without: toggled(without, allergen) })}
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
