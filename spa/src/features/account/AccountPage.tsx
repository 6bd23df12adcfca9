import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { selectSignedIn } from '../../api/session'
import { usePaths } from '../../market/useMarket'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ButtonLink } from '../../ui/form/Button'
import { useHydrated } from '../../ui/loading/useHydrated'
import { PageMeta } from '../../ui/page/PageMeta'

type Kind = 'orders' | 'rewards'

const pictures: Readonly<Record<Kind, string>> = {
  orders: 'dishes/tailgate',
  rewards: 'dishes/lunch-whistle',
}

interface AccountPageProps {
  kind: Kind
  /** For the signed-in customer. */
  children: ReactNode
}

/** The page of a customer's orders or rewards. A guest is led to the sign-in, and to an order without an account. */
export function AccountPage({ kind, children }: AccountPageProps) {
  const isSignedIn = useSelector(selectSignedIn)
  const isHydrated = useHydrated()
  const { t } = useTranslation()
  return (
    <>
      <PageMeta title={t(`account.${kind}-title`)} preventIndexing />
      {isHydrated && isSignedIn ? children : <ForGuests kind={kind} />}
    </>
  )
}

function ForGuests({ kind }: { kind: Kind }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <EmptyState
      title={t(`account.${kind}-heading`)}
      line={t(`account.${kind}-line`)}
      picture={pictures[kind]}
    >
      <ButtonLink to={paths.login(paths.page(kind))}>{t('account.login-submit')}</ButtonLink>
      {kind === 'orders' ? (
        <>
          <ButtonLink tone="second" to={paths.startOrder()}>
            {t('account.as-guest')}
          </ButtonLink>
          <ButtonLink tone="second" to={paths.page('talk')}>
            {t('account.lost')}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink tone="second" to={paths.page('loyaltyPromo')}>
          {t('account.regulars')}
        </ButtonLink>
      )}
    </EmptyState>
  )
}
