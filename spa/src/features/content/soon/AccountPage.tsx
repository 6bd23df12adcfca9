import { useTranslation } from 'react-i18next'
import { brand } from '../../../brand/brand'
import { usePaths } from '../../../market/useMarket'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ButtonLink } from '../../../ui/form/Button'
import { PageMeta } from '../../../ui/page/PageMeta'

type Kind = 'login' | 'signup' | 'profile' | 'orders' | 'rewards'

const pictures: Readonly<Record<Kind, string | undefined>> = {
  login: undefined,
  signup: 'dishes/original-combo',
  profile: 'dishes/kids-burger-box',
  orders: 'dishes/tailgate',
  rewards: 'dishes/lunch-whistle',
}

/** Account pages: ordering needs no account. Each page describes how to do its task without one. */
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
        <ButtonLink to={paths.startOrder()}>{t('account.as-guest')}</ButtonLink>
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
