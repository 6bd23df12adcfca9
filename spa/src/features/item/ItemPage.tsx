import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import type { ApiError } from '../../api/errors'
import { useGetItemDetailsQuery, useGetLocationBySlugQuery } from '../../api/generated'
import { useDeals } from '../../api/useDeals'
import { useLoadErrorText } from '../../api/useProblemText'
import { useBasket } from '../../basket/basket'
import { locationContextOf, useRememberedHandoff } from '../../basket/locationContext'
import { handoffIds } from '../../market/handoff'
import { useCategory, useMoveToCountry, usePaths } from '../../market/useMarket'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage'
import { ButtonLink } from '../../ui/form/Button'
import { PageMeta } from '../../ui/page/PageMeta'
import { ItemBuilder } from './ItemBuilder'
import { ItemSkeleton } from './ItemSkeleton'

export function ItemPage() {
  useRememberedHandoff()
  const { t } = useTranslation()
  const { storeSlug: locationSlug = '', item: itemSlug = '' } = useParams()
  const category = useCategory()
  const [query] = useSearchParams()
  const paths = usePaths()
  const wording = useLoadErrorText()
  const { basket, isLoading } = useBasket()
  const location = useGetLocationBySlugQuery({ slug: locationSlug })
  const moving = useMoveToCountry(location.data?.address.country)
  const here = basket?.store.slug === locationSlug ? basket : undefined
  const page = location.data && locationContextOf(location.data, query.toString(), basket)
  const visit = {
    locationId: location.data?.id ?? '',
    category,
    handoff: handoffIds[page?.handoff ?? 'carryout'],
    at: here?.wanted,
  }
  const details = useGetItemDetailsQuery({ ...visit, item: itemSlug }, { skip: !location.data })
  const deals = useDeals(visit, !location.data)

  const error = (location.error ?? details.error) as ApiError | undefined
  if (error && !(location.currentData && details.currentData)) {
    const back = (
      <ButtonLink to={location.data ? paths.menu(locationSlug) : paths.startOrder()}>
        {t('app.menu')}
      </ButtonLink>
    )
    if (error.status === 404)
      return (
        <>
          <PageMeta title={wording(error)} preventIndexing />
          <EmptyState title={wording(error)} line={t(location.data ? 'item.gone' : 'menu.moved')}>
            {back}
          </EmptyState>
        </>
      )
    return (
      <div className="wrap">
        <PageMeta title={t('app.trouble-title')} preventIndexing />
        <ErrorMessage text={wording(error)} onRetry={() => (location.error ? location : details).refetch()}>
          {back}
        </ErrorMessage>
      </div>
    )
  }
  const lineId = query.get('line')
  // When editing a line, wait for the basket: otherwise its options would replace the guest's selection.
  if (!location.data || !page || !details.data || deals.isAwaited || moving || (lineId && isLoading))
    return <ItemSkeleton />
  const line = here?.lines.find((l) => l.lineId === lineId)
  return (
    <ItemBuilder
      key={`${location.data.id}/${details.data.id}/${line?.lineId ?? ''}`}
      location={location.data}
      here={page}
      item={details.data}
      deal={deals.prices.get(details.data.id)}
      wanted={here?.wanted}
      cart={here?.count ? here : undefined}
      line={line}
    />
  )
}
