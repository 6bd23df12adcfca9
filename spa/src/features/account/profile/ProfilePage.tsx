import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Navigate } from 'react-router'
import { selectFirstName } from '../../../api/firstName'
import {
  useGetPrimaryAddressQuery,
  useGetProfileQuery,
  useListDeliveryAddressesQuery,
  useListFavoritesQuery,
  useListVehiclesQuery,
} from '../../../api/generated'
import { selectSignedIn } from '../../../api/session'
import { anyBurger } from '../../../food/burgers'
import { usePaths } from '../../../market/useMarket'
import { ButtonLink } from '../../../ui/form/Button'
import { AccountFrame } from '../AccountFrame'
import { ConfirmAgain } from '../ConfirmAgain'
import { DeliveryAddressesSection, PrimaryAddressSection } from './AddressSections'
import { ContactSection } from './ContactSection'
import { Contents } from './Contents'
import { DataSection, DeletionSection } from './DataSection'
import { EmailSection } from './EmailSection'
import { FavoritesSection } from './FavoritesSection'
import { MarketingSection } from './MarketingSection'
import { PasskeysSection } from './PasskeysSection'
import { PasswordSection } from './PasswordSection'
import { PointsLink } from './PointsLink'
import { ProvidersSection } from './ProvidersSection'
import { Loaded } from './Section'
import { SessionsSection } from './SessionsSection'
import { VehiclesSection } from './VehiclesSection'

interface ProfilePageProps {
  /** Forgets the customer on this browser. */
  onSignOut: () => void
}

/** The customer's profile. A guest who opens it signs in first; a customer who signs out here goes to the home page instead. */
export function ProfilePage({ onSignOut }: ProfilePageProps) {
  const { t } = useTranslation()
  const paths = usePaths()
  const isSignedIn = useSelector(selectSignedIn)
  const [wasSignedIn] = useState(isSignedIn)
  const login = paths.login(paths.page('profile'))
  if (isSignedIn) return <Customer onSignOut={onSignOut} />
  if (!wasSignedIn) return <Navigate to={login} replace />
  return (
    <AccountFrame
      title={t('account.profile-title')}
      heading={t('account.profile-guest')}
      line={t('account.profile-guest-line')}
      missing={everyLayer}
    >
      <ButtonLink to={login}>{t('account.login-title')}</ButtonLink>
    </AccountFrame>
  )
}

const everyLayer = new Set(anyBurger.map((_, nth) => `${nth}`))

/** Sections, each saved by itself. */
function Customer({ onSignOut }: ProfilePageProps) {
  const { t } = useTranslation()
  const name = useSelector(selectFirstName) ?? ''
  const query = useGetProfileQuery()
  const { layers, missing } = useLayers()
  return (
    <AccountFrame
      title={t('account.profile-title')}
      heading={name ? t('profile.heading', { name }) : t('account.profile-title')}
      line={t('profile.line')}
      layers={layers}
      missing={missing}
    >
      <ConfirmAgain>
        <Loaded query={query}>
          {(profile) => (
            <>
              <PointsLink />
              <Contents />
              <ContactSection profile={profile} />
              <EmailSection email={profile.email} />
              <PrimaryAddressSection />
              <DeliveryAddressesSection />
              <VehiclesSection />
              <FavoritesSection />
              <MarketingSection />
              <PasswordSection email={profile.email} />
              <PasskeysSection />
              <ProvidersSection />
              <SessionsSection onSignOut={onSignOut} />
              <DataSection />
              <DeletionSection profile={profile} />
            </>
          )}
        </Loaded>
      </ConfirmAgain>
    </AccountFrame>
  )
}

/** Returns the burger of the customer: what they keep here adds a layer. */
function useLayers() {
  const birthday = useGetProfileQuery().data?.birthday
  const address = useGetPrimaryAddressQuery().data?.address
  const delivery = useListDeliveryAddressesQuery().data?.entries.length
  const cars = useListVehiclesQuery().data?.entries.length
  const favorites = useListFavoritesQuery().data?.locationIds.length
  const all: [layer: string, isThere: unknown][] = [
    ['heel', true],
    ['lettuce', birthday],
    ['tomato', address],
    ['patty', true],
    ['cheese', delivery],
    ['onions', cars],
    ['pickles', favorites],
    ['crown', true],
  ]
  return {
    layers: all.map(([layer]) => layer),
    missing: new Set(all.flatMap(([, isThere], nth) => (isThere ? [] : `${nth}`))),
  }
}
