import { useTranslation } from 'react-i18next'
import { usePaths } from '../../market/useMarket'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ButtonLink } from '../../ui/form/Button'
import { PageMeta } from '../../ui/page/PageMeta'

type Kind = 'orders' | 'rewards'

const pictures: Readonly<Record<Kind, string>> = {
  orders: 'dishes/tailgate',
  rewards: 'dishes/lunch-whistle',
}

/** The page of a guest who opens their orders or rewards. It leads to the sign-in, and to an order without an account. */
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
    </>
  )
}
