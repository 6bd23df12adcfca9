import { useTranslation } from 'react-i18next'
import { useHoliday } from '../../../api/holiday'
import { catering, getAQuote, holiday } from '../../../market/categories'
import type { SoonCategory } from '../../../market/paths'
import { usePaths } from '../../../market/useMarket'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ButtonLink } from '../../../ui/form/Button'
import { PageMeta } from '../../../ui/page/PageMeta'

const pictures: Readonly<Record<SoonCategory, string>> = {
  [catering]: 'dishes/burger-bar',
  [holiday]: 'dishes/full-rack',
  [getAQuote]: 'dishes/slider-tray',
}

/** Page of a category that cannot be ordered yet, with a link to the one that can. */
export function SoonPage({ category }: { category: SoonCategory }) {
  return category === holiday ? <HolidayPage /> : <Soon category={category} />
}

/** In season, the locations take holiday orders at the counter and by phone. */
function HolidayPage() {
  const { t } = useTranslation()
  const paths = usePaths()
  if (!useHoliday()) return <Soon category={holiday} />
  return (
    <>
      <PageMeta title={t('app.soon-holiday')} preventIndexing />
      <EmptyState title={t('app.holiday-title')} line={t('app.holiday-line')} picture={pictures.holiday}>
        <ButtonLink to={paths.locations}>{t('app.holiday-find')}</ButtonLink>
      </EmptyState>
    </>
  )
}

function Soon({ category }: { category: SoonCategory }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <>
      <PageMeta title={t(`app.soon-${category}`)} preventIndexing />
      <EmptyState
        title={t(`app.soon-${category}-title`)}
        line={t(`app.soon-${category}-line`)}
        picture={pictures[category]}
      >
        <ButtonLink to={paths.startOrder()}>{t('app.soon-everyday')}</ButtonLink>
        {category !== holiday && (
          <ButtonLink tone="second" to={paths.page('catering')}>
            {t('start.catering-by-phone')}
          </ButtonLink>
        )}
      </EmptyState>
    </>
  )
}
