import { useTranslation } from 'react-i18next'
import { brand } from '../../brand/brand'
import { usePaths } from '../../market/useMarket'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ButtonLink } from '../../ui/form/Button'
import { PageMeta } from '../../ui/page/PageMeta'

type Kind = 'orders' | 'rewards'

const pictures: Readonly<Record<Kind, string>> = {
  orders: 'dishes/tailgate',
  rewards: 'dishes/lunch-whistle',
}

/** The orders page of a guest, and the page of rewards, which do not exist yet. Each leads to an order without an account. */
export function AccountPage({ kind }: { kind: Kind }) {
  const { t } = useTranslation()
  const paths = usePaths()
  return (
    <>
      <PageMeta title={t(`account.${kind}-title`)} preventIndexing />
      <EmptyState
        title={t(`account.${kind}-heading`)}
        line={t(`account.${kind}-line`)}
        picture={pictures[kind]}
      >
        {kind === 'orders' && (
          <ButtonLink to={paths.login(paths.page('orders'))}>{t('account.login-submit')}</ButtonLink>
        )}
        <ButtonLink tone={kind === 'orders' ? 'second' : 'red'} to={paths.startOrder()}>
          {t('account.as-guest')}
        </ButtonLink>
        {kind === 'orders' ? (
          <ButtonLink tone="second" to={paths.page('talk')}>
            {t('account.lost')}
          </ButtonLink>
        ) : (
          brand.rewards && (
            <ButtonLink tone="second" to={paths.page('loyaltyPromo')}>
              {t('account.regulars')}
            </ButtonLink>
          )
        )}
      </EmptyState>
    </>
  )
}

export const RewardsPage = () => <AccountPage kind="rewards" />
