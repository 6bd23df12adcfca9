import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link } from 'react-router'
import { useListBuildsQuery } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { usePaths } from '../../market/useMarket'

/** Leads a customer who keeps builds to their shelf. */
export function ShelfLink({ className }: { className?: string }) {
  const { t } = useTranslation()
  const paths = usePaths()
  const isSignedIn = useSelector(selectSignedIn)
  const { data } = useListBuildsQuery(undefined, { skip: !isSignedIn })
  if (!data?.entries.length) return null
  return (
    <Link className={className} to={paths.page('orders')}>
      {t('item.shelf')}
    </Link>
  )
}
