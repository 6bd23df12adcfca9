import { type CSSProperties, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useListBrandMenusQuery } from '../../api/generated'
import { allergens, diets, isFiltered, readFilters, toggled, writeFilters } from '../../food/diet'
import { useMarket } from '../../market/useMarket'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { Chip } from '../../ui/form/Chip'
import { TextButton } from '../../ui/form/TextButton'
import { useHydrated } from '../../ui/loading/useHydrated'
import { Calories } from '../../ui/text/Calories'
import styles from './Nutrition.module.css'
import { filterAndSort, nutritionRows, readSortOrder, type SortOrder } from './nutrition'

/** Calories of a full bar: the daily value, as the statement below the table says. */
const day = 2000
const share = (calories: number) => Math.min(1, calories / day)

/** The query of the prerendered page: empty, whatever the URL contains. */
const emptyQuery = new URLSearchParams()

/** Table of all dishes with calories and allergens. The URL holds sort order and filters. */
export function Nutrition() {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const [urlQuery, setQuery] = useSearchParams()
  const query = useHydrated() ? urlQuery : emptyQuery
  const { data, isError, refetch } = useListBrandMenusQuery()
  const filters = readFilters(query)
  const order = readSortOrder(query)
  const rows = useMemo(() => nutritionRows(data?.menus ?? []), [data])
  const visibleRows = filterAndSort(rows, filters, order, lang)

  const go = (next: URLSearchParams) => setQuery(next, { replace: true, preventScrollReset: true })
  const filter = (next: typeof filters) => go(writeFilters(query, next))
  const sort = (to: SortOrder) => {
    const next = new URLSearchParams(query)
    if (to === 'menu') next.delete('sort')
    else next.set('sort', to)
    go(next)
  }

  if (isError)
    return (
      <div className="wrap">
        <ErrorMessage level={2} onRetry={refetch} />
      </div>
    )
  return (
    <section className={styles.nutrition} aria-labelledby="nutrition-table">
      <div className="wrap">
        <div className={styles.filters}>
          <div role="group" aria-labelledby="nutrition-diets">
            <h2 id="nutrition-diets">{t('nutrition.only')}</h2>
            {diets.map((diet) => (
              <Chip
                key={diet}
                aria-pressed={filters.diets.includes(diet)}
                onClick={() => filter({ ...filters, diets: toggled(filters.diets, diet) })}
              >
                {t(`app.tag-${diet}`)}
              </Chip>
            ))}
          </div>
          <div role="group" aria-labelledby="nutrition-without">
            <h2 id="nutrition-without">{t('nutrition.without')}</h2>
            {allergens.map((allergen) => (
              <Chip
                key={allergen}
                aria-pressed={filters.without.includes(allergen)}
                onClick={() => filter({ ...filters, without: toggled(filters.without, allergen) })}
              >
                {t(`app.allergen-${allergen}`)}
              </Chip>
            ))}
          </div>
        </div>
        <p className={styles.count} role="status">
          {data && t('nutrition.dishes', { count: visibleRows.length })}
          {isFiltered(filters) && (
            <TextButton onClick={() => filter({ diets: [], without: [] })}>{t('nutrition.clear')}</TextButton>
          )}
        </p>
        <table className={styles.table}>
          <caption id="nutrition-table">{t('nutrition.caption')}</caption>
          <thead>
            <tr>
              <Sortable
                label={t('nutrition.dish')}
                sort={order === 'name' ? 'ascending' : 'none'}
                onSort={() => sort(order === 'name' ? 'menu' : 'name')}
              />
              <Sortable
                label={t('nutrition.calories')}
                sort={order === 'lightest' ? 'ascending' : order === 'heaviest' ? 'descending' : 'none'}
                onSort={() =>
                  sort(order === 'lightest' ? 'heaviest' : order === 'heaviest' ? 'menu' : 'lightest')
                }
              />
              <th scope="col">{t('nutrition.contains')}</th>
            </tr>
          </thead>
          <tbody>
            {visibleRows.map(({ dish, section }) => (
              <tr key={dish.id}>
                <th scope="row">
                  <span className={styles.dish}>{dish.label}</span>
                  <span className={styles.section}>
                    {[section, ...dish.tags.map((tag) => t(`app.tag-${tag as 'new'}`))].join('\u00a0· ')}
                  </span>
                </th>
                <td className={styles.calories}>
                  {dish.calories && (
                    <>
                      <Calories {...dish.calories} />
                      <span
                        className={styles.bar}
                        style={
                          {
                            '--from': share(dish.calories.min),
                            '--to': share(dish.calories.max),
                          } as CSSProperties
                        }
                        aria-hidden="true"
                      />
                    </>
                  )}
                </td>
                <td className={styles.allergens}>
                  {dish.allergens.length > 0
                    ? dish.allergens.map((allergen) => t(`app.allergen-${allergen as 'milk'}`)).join(', ')
                    : t('nutrition.none')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {data && visibleRows.length === 0 && <p className={styles.none}>{t('nutrition.nothing')}</p>}
        <p className={styles.statement}>{t('app.calorie-statement')}</p>
      </div>
    </section>
  )
}

interface SortableProps {
  label: string
  sort: 'ascending' | 'descending' | 'none'
  onSort: () => void
}

/** Sortable column head. Repeated presses reverse the order, then restore the menu order. */
function Sortable({ label, sort, onSort }: SortableProps) {
  return (
    <th scope="col" aria-sort={sort}>
      <button type="button" className={styles.sort} data-sort={sort} onClick={onSort}>
        {label}
      </button>
    </th>
  )
}
