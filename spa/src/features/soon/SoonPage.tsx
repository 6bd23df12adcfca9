import { useTranslation } from 'react-i18next'
import type { SoonCategory } from '../../market/paths'
import { usePaths } from '../../market/useMarket'
import { ButtonLink } from '../../ui/Button'
import { EmptyCounter } from '../../ui/EmptyCounter'
import { PageTitle } from '../../ui/PageTitle'

const pictures: Readonly<Record<SoonCategory, string>> = {
  catering: 'dishes/burger-bar',
  holiday: 'dishes/full-rack',
  '866-catering': 'dishes/brisket-board',
}

/** A category that cannot be ordered here yet says so, and leads to the one that can. */
export function SoonPage({ category }: { category: SoonCategory }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <>
      <PageTitle title={t(`app.soon-${category}`)} />
      <meta name="robots" content="noindex" />
      <EmptyCounter
        title={t(`app.soon-${category}-title`)}
        line={t(`app.soon-${category}-line`)}
        picture={pictures[category]}
      >
        <ButtonLink to={paths.startOrder()}>{t('app.soon-everyday')}</ButtonLink>
      </EmptyCounter>
    </>
  )
}
