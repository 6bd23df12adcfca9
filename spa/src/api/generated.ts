import { api } from './api'
export const addTagTypes = [
  'account',
  'forms',
  'loyalty',
  'order',
  'basket',
  'promotions',
  'holiday',
  'locations',
  'payment',
] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      confirm: build.mutation<ConfirmApiResponse, ConfirmApiArg>({
        query: (queryArg) => ({
          url: `/auth/confirm`,
          method: 'POST',
          body: queryArg.confirmAgainInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      confirmCustomerEmail: build.mutation<ConfirmCustomerEmailApiResponse, ConfirmCustomerEmailApiArg>({
        query: (queryArg) => ({
          url: `/auth/confirm-customer-email`,
          method: 'POST',
          body: queryArg.confirmInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      sendConfirmationCode: build.mutation<SendConfirmationCodeApiResponse, SendConfirmationCodeApiArg>({
        query: () => ({ url: `/auth/confirm/code`, method: 'POST' }),
        invalidatesTags: ['account'],
      }),
      passkeyConfirmOptions: build.mutation<PasskeyConfirmOptionsApiResponse, PasskeyConfirmOptionsApiArg>({
        query: () => ({ url: `/auth/confirm/options`, method: 'POST' }),
        invalidatesTags: ['account'],
      }),
      beginConfirmSocial: build.mutation<BeginConfirmSocialApiResponse, BeginConfirmSocialApiArg>({
        query: (queryArg) => ({
          url: `/auth/confirm/social/${encodeURIComponent(String(queryArg.provider))}`,
          method: 'POST',
          body: queryArg.beginLinkInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      confirmSocial: build.mutation<ConfirmSocialApiResponse, ConfirmSocialApiArg>({
        query: (queryArg) => ({
          url: `/auth/confirm/social/${encodeURIComponent(String(queryArg.provider))}`,
          method: 'PUT',
          body: queryArg.finishLinkInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      changePassword: build.mutation<ChangePasswordApiResponse, ChangePasswordApiArg>({
        query: (queryArg) => ({
          url: `/auth/customer/change-password`,
          method: 'POST',
          body: queryArg.passwordInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      confirmEmail: build.mutation<ConfirmEmailApiResponse, ConfirmEmailApiArg>({
        query: (queryArg) => ({
          url: `/auth/customer/email`,
          method: 'POST',
          body: queryArg.confirmEmailInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      forgotPassword: build.mutation<ForgotPasswordApiResponse, ForgotPasswordApiArg>({
        query: (queryArg) => ({
          url: `/auth/customer/forgot-password`,
          method: 'POST',
          body: queryArg.forgotInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      setPassword: build.mutation<SetPasswordApiResponse, SetPasswordApiArg>({
        query: (queryArg) => ({
          url: `/auth/customer/set-password`,
          method: 'POST',
          body: queryArg.setInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      listLinkedProviders: build.query<ListLinkedProvidersApiResponse, ListLinkedProvidersApiArg>({
        query: () => ({ url: `/auth/linked-providers` }),
        providesTags: ['account'],
      }),
      unlinkProvider: build.mutation<UnlinkProviderApiResponse, UnlinkProviderApiArg>({
        query: (queryArg) => ({
          url: `/auth/linked-providers/${encodeURIComponent(String(queryArg.provider))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['account'],
      }),
      beginLinkProvider: build.mutation<BeginLinkProviderApiResponse, BeginLinkProviderApiArg>({
        query: (queryArg) => ({
          url: `/auth/linked-providers/${encodeURIComponent(String(queryArg.provider))}`,
          method: 'POST',
          body: queryArg.beginLinkInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      linkProvider: build.mutation<LinkProviderApiResponse, LinkProviderApiArg>({
        query: (queryArg) => ({
          url: `/auth/linked-providers/${encodeURIComponent(String(queryArg.provider))}`,
          method: 'PUT',
          body: queryArg.finishLinkInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      loginCustomer: build.mutation<LoginCustomerApiResponse, LoginCustomerApiArg>({
        query: (queryArg) => ({
          url: `/auth/login/customer`,
          method: 'POST',
          body: queryArg.loginInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      loginCustomerPasskey: build.mutation<LoginCustomerPasskeyApiResponse, LoginCustomerPasskeyApiArg>({
        query: (queryArg) => ({
          url: `/auth/login/customer/passkey`,
          method: 'POST',
          body: queryArg.passkeyLoginInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      passkeyLoginOptions: build.mutation<PasskeyLoginOptionsApiResponse, PasskeyLoginOptionsApiArg>({
        query: () => ({
          url: `/auth/login/customer/passkey/options`,
          method: 'POST',
        }),
        invalidatesTags: ['account'],
      }),
      loginCustomerSocial: build.mutation<LoginCustomerSocialApiResponse, LoginCustomerSocialApiArg>({
        query: (queryArg) => ({
          url: `/auth/login/customer/social`,
          method: 'POST',
          body: queryArg.socialLoginInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      passkeyOptions: build.mutation<PasskeyOptionsApiResponse, PasskeyOptionsApiArg>({
        query: () => ({ url: `/auth/passkey/options`, method: 'POST' }),
        invalidatesTags: ['account'],
      }),
      listPasskeys: build.query<ListPasskeysApiResponse, ListPasskeysApiArg>({
        query: () => ({ url: `/auth/passkeys` }),
        providesTags: ['account'],
      }),
      addPasskey: build.mutation<AddPasskeyApiResponse, AddPasskeyApiArg>({
        query: (queryArg) => ({
          url: `/auth/passkeys`,
          method: 'POST',
          body: queryArg.addPasskeyInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      removePasskey: build.mutation<RemovePasskeyApiResponse, RemovePasskeyApiArg>({
        query: (queryArg) => ({
          url: `/auth/passkeys/${encodeURIComponent(String(queryArg.id))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['account'],
      }),
      renamePasskey: build.mutation<RenamePasskeyApiResponse, RenamePasskeyApiArg>({
        query: (queryArg) => ({
          url: `/auth/passkeys/${encodeURIComponent(String(queryArg.id))}`,
          method: 'PATCH',
          body: queryArg.renamePasskeyInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
        query: () => ({ url: `/auth/sessions` }),
        providesTags: ['account'],
      }),
      endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
        query: (queryArg) => ({
          url: `/auth/sessions/${encodeURIComponent(String(queryArg.id))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['account'],
      }),
      signUp: build.mutation<SignUpApiResponse, SignUpApiArg>({
        query: (queryArg) => ({
          url: `/auth/sign-up`,
          method: 'POST',
          body: queryArg.signUpInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      listSocial: build.query<ListSocialApiResponse, ListSocialApiArg>({
        query: () => ({ url: `/auth/social` }),
        providesTags: ['account'],
      }),
      beginSocial: build.mutation<BeginSocialApiResponse, BeginSocialApiArg>({
        query: (queryArg) => ({
          url: `/auth/social/${encodeURIComponent(String(queryArg.provider))}`,
          method: 'POST',
          body: queryArg.beginInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      sendVerificationEmail: build.mutation<SendVerificationEmailApiResponse, SendVerificationEmailApiArg>({
        query: (queryArg) => ({
          url: `/auth/verification-email`,
          method: 'POST',
          body: queryArg.resendInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      applyForJob: build.mutation<ApplyForJobApiResponse, ApplyForJobApiArg>({
        query: (queryArg) => ({
          url: `/labor-management/job-applications`,
          method: 'POST',
          body: queryArg.form,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['forms'],
      }),
      listAchievements: build.query<ListAchievementsApiResponse, ListAchievementsApiArg>({
        query: () => ({ url: `/loyalty/achievements` }),
        providesTags: ['loyalty'],
      }),
      listEntries: build.query<ListEntriesApiResponse, ListEntriesApiArg>({
        query: (queryArg) => ({
          url: `/loyalty/entries`,
          params: {
            first: queryArg.first,
            cursor: queryArg.cursor,
          },
        }),
        providesTags: ['loyalty'],
      }),
      openMysteryReward: build.mutation<OpenMysteryRewardApiResponse, OpenMysteryRewardApiArg>({
        query: (queryArg) => ({
          url: `/loyalty/mystery-reward`,
          method: 'POST',
          body: queryArg.openInputBody,
        }),
        invalidatesTags: ['loyalty'],
      }),
      getMysteryProgress: build.query<GetMysteryProgressApiResponse, GetMysteryProgressApiArg>({
        query: () => ({ url: `/loyalty/mystery-reward/progress` }),
        providesTags: ['loyalty'],
      }),
      getPoints: build.query<GetPointsApiResponse, GetPointsApiArg>({
        query: () => ({ url: `/loyalty/points` }),
        providesTags: ['loyalty'],
      }),
      listRewards: build.query<ListRewardsApiResponse, ListRewardsApiArg>({
        query: () => ({ url: `/loyalty/rewards` }),
        providesTags: ['loyalty'],
      }),
      listStoreItems: build.query<ListStoreItemsApiResponse, ListStoreItemsApiArg>({
        query: () => ({ url: `/loyalty/store-items` }),
        providesTags: ['loyalty'],
      }),
      getWalletSuggestion: build.query<GetWalletSuggestionApiResponse, GetWalletSuggestionApiArg>({
        query: (queryArg) => ({
          url: `/loyalty/wallet-suggestion`,
          params: {
            basketToken: queryArg.basketToken,
          },
        }),
        providesTags: ['loyalty'],
      }),
      getProfile: build.query<GetProfileApiResponse, GetProfileApiArg>({
        query: () => ({ url: `/my-profile` }),
        providesTags: ['account'],
      }),
      changeProfile: build.mutation<ChangeProfileApiResponse, ChangeProfileApiArg>({
        query: (queryArg) => ({
          url: `/my-profile`,
          method: 'PUT',
          body: queryArg.profileInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      listBuilds: build.query<ListBuildsApiResponse, ListBuildsApiArg>({
        query: () => ({ url: `/my-profile/builds` }),
        providesTags: ['account'],
      }),
      addBuild: build.mutation<AddBuildApiResponse, AddBuildApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/builds`,
          method: 'POST',
          body: queryArg.build,
        }),
        invalidatesTags: ['account'],
      }),
      removeBuild: build.mutation<RemoveBuildApiResponse, RemoveBuildApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/builds/${encodeURIComponent(String(queryArg.id))}`,
          method: 'DELETE',
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      changeBuild: build.mutation<ChangeBuildApiResponse, ChangeBuildApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/builds/${encodeURIComponent(String(queryArg.id))}`,
          method: 'PUT',
          body: queryArg.build,
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      keepProfile: build.mutation<KeepProfileApiResponse, KeepProfileApiArg>({
        query: () => ({ url: `/my-profile/deletion`, method: 'DELETE' }),
        invalidatesTags: ['account'],
      }),
      deleteProfile: build.mutation<DeleteProfileApiResponse, DeleteProfileApiArg>({
        query: () => ({ url: `/my-profile/deletion`, method: 'POST' }),
        invalidatesTags: ['account'],
      }),
      listDeliveryAddresses: build.query<ListDeliveryAddressesApiResponse, ListDeliveryAddressesApiArg>({
        query: () => ({ url: `/my-profile/delivery-addresses` }),
        providesTags: ['account'],
      }),
      addDeliveryAddress: build.mutation<AddDeliveryAddressApiResponse, AddDeliveryAddressApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/delivery-addresses`,
          method: 'POST',
          body: queryArg.savedAddress,
        }),
        invalidatesTags: ['account'],
      }),
      removeDeliveryAddress: build.mutation<RemoveDeliveryAddressApiResponse, RemoveDeliveryAddressApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/delivery-addresses/${encodeURIComponent(String(queryArg.id))}`,
          method: 'DELETE',
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      changeDeliveryAddress: build.mutation<ChangeDeliveryAddressApiResponse, ChangeDeliveryAddressApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/delivery-addresses/${encodeURIComponent(String(queryArg.id))}`,
          method: 'PUT',
          body: queryArg.savedAddress,
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      changeEmail: build.mutation<ChangeEmailApiResponse, ChangeEmailApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/email`,
          method: 'POST',
          body: queryArg.emailInputBody,
        }),
        invalidatesTags: ['account'],
      }),
      exportProfile: build.query<ExportProfileApiResponse, ExportProfileApiArg>({
        query: () => ({ url: `/my-profile/export` }),
        providesTags: ['account'],
      }),
      getNotifications: build.query<GetNotificationsApiResponse, GetNotificationsApiArg>({
        query: () => ({ url: `/my-profile/notifications` }),
        providesTags: ['account'],
      }),
      setNotifications: build.mutation<SetNotificationsApiResponse, SetNotificationsApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/notifications`,
          method: 'PUT',
          body: queryArg.marketing,
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      listOwnOrders: build.query<ListOwnOrdersApiResponse, ListOwnOrdersApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/orders`,
          params: {
            first: queryArg.first,
            after: queryArg.after,
          },
        }),
        providesTags: ['order'],
      }),
      removePrimaryAddress: build.mutation<RemovePrimaryAddressApiResponse, RemovePrimaryAddressApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/primary-address`,
          method: 'DELETE',
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      getPrimaryAddress: build.query<GetPrimaryAddressApiResponse, GetPrimaryAddressApiArg>({
        query: () => ({ url: `/my-profile/primary-address` }),
        providesTags: ['account'],
      }),
      setPrimaryAddress: build.mutation<SetPrimaryAddressApiResponse, SetPrimaryAddressApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/primary-address`,
          method: 'PUT',
          body: queryArg.savedAddress,
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      getReferrals: build.query<GetReferralsApiResponse, GetReferralsApiArg>({
        query: () => ({ url: `/my-profile/referrals` }),
        providesTags: ['account'],
      }),
      listVehicles: build.query<ListVehiclesApiResponse, ListVehiclesApiArg>({
        query: () => ({ url: `/my-profile/vehicles` }),
        providesTags: ['account'],
      }),
      addVehicle: build.mutation<AddVehicleApiResponse, AddVehicleApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/vehicles`,
          method: 'POST',
          body: queryArg.savedVehicle,
        }),
        invalidatesTags: ['account'],
      }),
      removeVehicle: build.mutation<RemoveVehicleApiResponse, RemoveVehicleApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/vehicles/${encodeURIComponent(String(queryArg.id))}`,
          method: 'DELETE',
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      changeVehicle: build.mutation<ChangeVehicleApiResponse, ChangeVehicleApiArg>({
        query: (queryArg) => ({
          url: `/my-profile/vehicles/${encodeURIComponent(String(queryArg.id))}`,
          method: 'PUT',
          body: queryArg.savedVehicle,
          headers: {
            'If-Match': queryArg['If-Match'],
          },
        }),
        invalidatesTags: ['account'],
      }),
      applyCoupon: build.mutation<ApplyCouponApiResponse, ApplyCouponApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/discount-management/coupons/apply`,
          method: 'POST',
          body: queryArg.couponInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      removeCoupon: build.mutation<RemoveCouponApiResponse, RemoveCouponApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/discount-management/coupons/remove`,
          method: 'POST',
          body: queryArg.couponInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      listPromotions: build.query<ListPromotionsApiResponse, ListPromotionsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/discount-management/promotions`,
          params: {
            locationId: queryArg.locationId,
            category: queryArg.category,
            handoff: queryArg.handoff,
            at: queryArg.at,
          },
        }),
        providesTags: ['promotions'],
      }),
      applyReward: build.mutation<ApplyRewardApiResponse, ApplyRewardApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/discount-management/rewards/apply`,
          method: 'POST',
          body: queryArg.rewardInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      removeReward: build.mutation<RemoveRewardApiResponse, RemoveRewardApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/discount-management/rewards/remove`,
          method: 'POST',
          body: queryArg.rewardInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      checkHoliday: build.query<CheckHolidayApiResponse, CheckHolidayApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/holiday-settings/holiday-check`,
          params: {
            filter: queryArg.filter,
          },
        }),
        providesTags: ['holiday'],
      }),
      listLocations: build.query<ListLocationsApiResponse, ListLocationsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations`,
          params: {
            q: queryArg.q,
            latitude: queryArg.latitude,
            longitude: queryArg.longitude,
            state: queryArg.state,
            city: queryArg.city,
            handoff: queryArg.handoff,
            open: queryArg.open,
            filter: queryArg.filter,
            limit: queryArg.limit,
            cursor: queryArg.cursor,
          },
        }),
        providesTags: ['locations'],
      }),
      listAllLocations: build.query<ListAllLocationsApiResponse, ListAllLocationsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/all-locations`,
          headers: {
            'If-None-Match': queryArg['If-None-Match'],
          },
          params: {
            country: queryArg.country,
            filter: queryArg.filter,
          },
        }),
        providesTags: ['locations'],
      }),
      getAvailability: build.query<GetAvailabilityApiResponse, GetAvailabilityApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/availability/${encodeURIComponent(String(queryArg.locationId))}`,
          params: {
            category: queryArg.category,
            handoff: queryArg.handoff,
            at: queryArg.at,
          },
        }),
        providesTags: ['locations'],
      }),
      listBossLocations: build.query<ListBossLocationsApiResponse, ListBossLocationsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/boss`,
          params: {
            q: queryArg.q,
            latitude: queryArg.latitude,
            longitude: queryArg.longitude,
            state: queryArg.state,
            city: queryArg.city,
            handoff: queryArg.handoff,
            open: queryArg.open,
            filter: queryArg.filter,
            limit: queryArg.limit,
            cursor: queryArg.cursor,
          },
        }),
        providesTags: ['locations'],
      }),
      listBossStates: build.query<ListBossStatesApiResponse, ListBossStatesApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/boss/states`,
          params: {
            country: queryArg.country,
          },
        }),
        providesTags: ['locations'],
      }),
      listCities: build.query<ListCitiesApiResponse, ListCitiesApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/cities`,
          params: {
            state: queryArg.state,
          },
        }),
        providesTags: ['locations'],
      }),
      listCrossSellItems: build.query<ListCrossSellItemsApiResponse, ListCrossSellItemsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/cross-sell-items/${encodeURIComponent(String(queryArg.locationId))}`,
          params: {
            category: queryArg.category,
            handoff: queryArg.handoff,
            at: queryArg.at,
            items: queryArg.items,
            limit: queryArg.limit,
          },
        }),
        providesTags: ['locations'],
      }),
      getDeliveryRadius: build.query<GetDeliveryRadiusApiResponse, GetDeliveryRadiusApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/delivery-radius/${encodeURIComponent(String(queryArg.locationId))}`,
        }),
        providesTags: ['locations'],
      }),
      listFavorites: build.query<ListFavoritesApiResponse, ListFavoritesApiArg>({
        query: () => ({ url: `/online-ordering/locations/favorite` }),
        providesTags: ['account'],
      }),
      removeFavorite: build.mutation<RemoveFavoriteApiResponse, RemoveFavoriteApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/favorite/${encodeURIComponent(String(queryArg.locationId))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['account'],
      }),
      setFavorite: build.mutation<SetFavoriteApiResponse, SetFavoriteApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/favorite/${encodeURIComponent(String(queryArg.locationId))}`,
          method: 'PUT',
        }),
        invalidatesTags: ['account'],
      }),
      getItemDetails: build.query<GetItemDetailsApiResponse, GetItemDetailsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/item-details/${encodeURIComponent(String(queryArg.locationId))}/${encodeURIComponent(String(queryArg.item))}`,
          params: {
            category: queryArg.category,
            handoff: queryArg.handoff,
            at: queryArg.at,
          },
        }),
        providesTags: ['locations'],
      }),
      listItems: build.query<ListItemsApiResponse, ListItemsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/items/${encodeURIComponent(String(queryArg.locationId))}`,
          params: {
            category: queryArg.category,
            handoff: queryArg.handoff,
            at: queryArg.at,
            section: queryArg.section,
          },
        }),
        providesTags: ['locations'],
      }),
      listBrandMenus: build.query<ListBrandMenusApiResponse, ListBrandMenusApiArg>({
        query: () => ({ url: `/online-ordering/locations/menus` }),
        providesTags: ['locations'],
      }),
      getMenus: build.query<GetMenusApiResponse, GetMenusApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/menus/${encodeURIComponent(String(queryArg.locationId))}`,
          params: {
            category: queryArg.category,
            handoff: queryArg.handoff,
            at: queryArg.at,
          },
        }),
        providesTags: ['locations'],
      }),
      listSections: build.query<ListSectionsApiResponse, ListSectionsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/sections/${encodeURIComponent(String(queryArg.locationId))}`,
          params: {
            category: queryArg.category,
            handoff: queryArg.handoff,
            at: queryArg.at,
          },
        }),
        providesTags: ['locations'],
      }),
      getLocationBySlug: build.query<GetLocationBySlugApiResponse, GetLocationBySlugApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/slug/${encodeURIComponent(String(queryArg.slug))}`,
        }),
        providesTags: ['locations'],
      }),
      listStates: build.query<ListStatesApiResponse, ListStatesApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/states`,
          params: {
            country: queryArg.country,
          },
        }),
        providesTags: ['locations'],
      }),
      suggestPlaces: build.query<SuggestPlacesApiResponse, SuggestPlacesApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/suggestions`,
          params: {
            q: queryArg.q,
          },
        }),
        providesTags: ['locations'],
      }),
      listUpsellItems: build.query<ListUpsellItemsApiResponse, ListUpsellItemsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/upsell-items/${encodeURIComponent(String(queryArg.locationId))}/${encodeURIComponent(String(queryArg.item))}`,
          params: {
            category: queryArg.category,
            handoff: queryArg.handoff,
            at: queryArg.at,
          },
        }),
        providesTags: ['locations'],
      }),
      getLocation: build.query<GetLocationApiResponse, GetLocationApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/locations/${encodeURIComponent(String(queryArg.locationId))}`,
        }),
        providesTags: ['locations'],
      }),
      addLine: build.mutation<AddLineApiResponse, AddLineApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/order-items`,
          method: 'POST',
          body: queryArg.addInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      removeLine: build.mutation<RemoveLineApiResponse, RemoveLineApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/order-items/${encodeURIComponent(String(queryArg.lineId))}`,
          method: 'DELETE',
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
          params: {
            orderId: queryArg.orderId,
          },
        }),
        invalidatesTags: ['basket'],
      }),
      changeLine: build.mutation<ChangeLineApiResponse, ChangeLineApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/order-items/${encodeURIComponent(String(queryArg.lineId))}`,
          method: 'PUT',
          body: queryArg.changeInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      startBasket: build.mutation<StartBasketApiResponse, StartBasketApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders`,
          method: 'POST',
          body: queryArg.startInputBody,
        }),
        invalidatesTags: ['basket'],
      }),
      arrive: build.mutation<ArriveApiResponse, ArriveApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/arrival/${encodeURIComponent(String(queryArg.orderToken))}`,
          method: 'POST',
          body: queryArg.arrivalInputBody,
        }),
        invalidatesTags: ['order'],
      }),
      getOrderEvent: build.query<GetOrderEventApiResponse, GetOrderEventApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/calendar/${encodeURIComponent(String(queryArg.orderToken))}`,
          params: {
            locale: queryArg.locale,
          },
        }),
        providesTags: ['order'],
      }),
      cancelOrder: build.mutation<CancelOrderApiResponse, CancelOrderApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/cancel/${encodeURIComponent(String(queryArg.orderToken))}`,
          method: 'POST',
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['order'],
      }),
      listCustomerOrders: build.query<ListCustomerOrdersApiResponse, ListCustomerOrdersApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/customer/${encodeURIComponent(String(queryArg.email))}`,
          params: {
            first: queryArg.first,
            after: queryArg.after,
          },
        }),
        providesTags: ['order'],
      }),
      signInOrders: build.mutation<SignInOrdersApiResponse, SignInOrdersApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/login`,
          method: 'POST',
          body: queryArg.signedInInputBody,
        }),
        invalidatesTags: ['order'],
      }),
      reorder: build.mutation<ReorderApiResponse, ReorderApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/reorder/${encodeURIComponent(String(queryArg.orderToken))}`,
          method: 'POST',
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      getOrderStatus: build.query<GetOrderStatusApiResponse, GetOrderStatusApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/status/${encodeURIComponent(String(queryArg.statusId))}`,
          headers: {
            'If-None-Match': queryArg['If-None-Match'],
          },
        }),
        providesTags: ['order'],
      }),
      getOrder: build.query<GetOrderApiResponse, GetOrderApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/thank-you/${encodeURIComponent(String(queryArg.orderToken))}`,
        }),
        providesTags: ['order'],
      }),
      getBasket: build.query<GetBasketApiResponse, GetBasketApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/${encodeURIComponent(String(queryArg.orderId))}`,
        }),
        providesTags: ['basket'],
      }),
      updateBasket: build.mutation<UpdateBasketApiResponse, UpdateBasketApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/orders/${encodeURIComponent(String(queryArg.orderId))}`,
          method: 'PUT',
          body: queryArg.updateInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      confirmAuthentication: build.mutation<ConfirmAuthenticationApiResponse, ConfirmAuthenticationApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/payment-management/authentication/${encodeURIComponent(String(queryArg.orderToken))}`,
          method: 'POST',
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['payment'],
      }),
      payByCard: build.mutation<PayByCardApiResponse, PayByCardApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/payment-management/card/${encodeURIComponent(String(queryArg.orderId))}`,
          method: 'POST',
          body: queryArg.cardInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['payment'],
      }),
      payNothing: build.mutation<PayNothingApiResponse, PayNothingApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/payment-management/free/${encodeURIComponent(String(queryArg.orderId))}`,
          method: 'POST',
          body: queryArg.freeInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['payment'],
      }),
      listPaymentMethods: build.query<ListPaymentMethodsApiResponse, ListPaymentMethodsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/payment-management/payment-methods/${encodeURIComponent(String(queryArg.orderId))}`,
        }),
        providesTags: ['payment'],
      }),
      releaseTimeslot: build.mutation<ReleaseTimeslotApiResponse, ReleaseTimeslotApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/timeslots/${encodeURIComponent(String(queryArg.orderId))}`,
          method: 'DELETE',
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      listTimeslots: build.query<ListTimeslotsApiResponse, ListTimeslotsApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/timeslots/${encodeURIComponent(String(queryArg.orderId))}`,
          params: {
            date: queryArg.date,
          },
        }),
        providesTags: ['basket'],
      }),
      holdTimeslot: build.mutation<HoldTimeslotApiResponse, HoldTimeslotApiArg>({
        query: (queryArg) => ({
          url: `/online-ordering/timeslots/${encodeURIComponent(String(queryArg.orderId))}`,
          method: 'PUT',
          body: queryArg.holdInputBody,
          headers: {
            'If-Match': queryArg['If-Match'],
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['basket'],
      }),
      sendCateringFeedback: build.mutation<SendCateringFeedbackApiResponse, SendCateringFeedbackApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/catering-feedback`,
          method: 'POST',
          body: queryArg.form,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['forms'],
      }),
      askPrivacy: build.mutation<AskPrivacyApiResponse, AskPrivacyApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/ccpa`,
          method: 'POST',
          body: queryArg.form,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['forms'],
      }),
      sendPrivacyCode: build.mutation<SendPrivacyCodeApiResponse, SendPrivacyCodeApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/ccpa/${encodeURIComponent(String(queryArg['case']))}/code`,
          method: 'POST',
        }),
        invalidatesTags: ['forms'],
      }),
      verifyPrivacy: build.mutation<VerifyPrivacyApiResponse, VerifyPrivacyApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/ccpa/${encodeURIComponent(String(queryArg['case']))}/verification`,
          method: 'POST',
          body: queryArg.verifyInputBody,
        }),
        invalidatesTags: ['forms'],
      }),
      getContest: build.query<GetContestApiResponse, GetContestApiArg>({
        query: () => ({ url: `/survey-management/contest` }),
        providesTags: ['forms'],
      }),
      enterContest: build.mutation<EnterContestApiResponse, EnterContestApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/contest`,
          method: 'POST',
          body: queryArg.form,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['forms'],
      }),
      doNotSell: build.mutation<DoNotSellApiResponse, DoNotSellApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/do-not-sell`,
          method: 'POST',
          body: queryArg.form,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['forms'],
      }),
      sendFeedback: build.mutation<SendFeedbackApiResponse, SendFeedbackApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/feedback`,
          method: 'POST',
          body: queryArg.form,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['forms'],
      }),
      getFormToken: build.query<GetFormTokenApiResponse, GetFormTokenApiArg>({
        query: () => ({ url: `/survey-management/form-token` }),
        providesTags: ['forms'],
      }),
      sendReview: build.mutation<SendReviewApiResponse, SendReviewApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/reviews`,
          method: 'POST',
          body: queryArg.form,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['forms'],
      }),
      sendTalk: build.mutation<SendTalkApiResponse, SendTalkApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/talk`,
          method: 'POST',
          body: queryArg.form,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['forms'],
      }),
      uploadFile: build.mutation<UploadFileApiResponse, UploadFileApiArg>({
        query: (queryArg) => ({
          url: `/survey-management/uploads`,
          method: 'POST',
          body: queryArg.body,
          headers: {
            'Form-Token': queryArg['Form-Token'],
          },
          params: {
            kind: queryArg.kind,
          },
        }),
        invalidatesTags: ['forms'],
      }),
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as generated }
export type ConfirmApiResponse = unknown
export type ConfirmApiArg = {
  confirmAgainInputBody: ConfirmAgainInputBody
}
export type ConfirmCustomerEmailApiResponse =
  /** status 200 Create the account of a sign-up, and sign in */ Token
export type ConfirmCustomerEmailApiArg = {
  confirmInputBody: ConfirmInputBody
}
export type SendConfirmationCodeApiResponse = unknown
export type SendConfirmationCodeApiArg = void
export type PasskeyConfirmOptionsApiResponse =
  /** status 200 Begin to confirm with a passkey */ RequestOptions
export type PasskeyConfirmOptionsApiArg = void
export type BeginConfirmSocialApiResponse =
  /** status 200 Begin to confirm by signing in again at a linked provider */ Begun
export type BeginConfirmSocialApiArg = {
  /** google, apple or facebook */
  provider: string
  beginLinkInputBody: BeginLinkInputBody
}
export type ConfirmSocialApiResponse = unknown
export type ConfirmSocialApiArg = {
  /** google, apple or facebook */
  provider: string
  finishLinkInputBody: FinishLinkInputBody
}
export type ChangePasswordApiResponse = unknown
export type ChangePasswordApiArg = {
  passwordInputBody: PasswordInputBody
}
export type ConfirmEmailApiResponse = unknown
export type ConfirmEmailApiArg = {
  confirmEmailInputBody: ConfirmEmailInputBody
}
export type ForgotPasswordApiResponse = unknown
export type ForgotPasswordApiArg = {
  forgotInputBody: ForgotInputBody
}
export type SetPasswordApiResponse = unknown
export type SetPasswordApiArg = {
  setInputBody: SetInputBody
}
export type ListLinkedProvidersApiResponse =
  /** status 200 The providers that sign the customer in */ LinkedProvider[]
export type ListLinkedProvidersApiArg = void
export type UnlinkProviderApiResponse = unknown
export type UnlinkProviderApiArg = {
  /** google, apple or facebook */
  provider: string
}
export type BeginLinkProviderApiResponse = /** status 200 Begin to link a provider */ Begun
export type BeginLinkProviderApiArg = {
  /** google, apple or facebook */
  provider: string
  beginLinkInputBody: BeginLinkInputBody
}
export type LinkProviderApiResponse = unknown
export type LinkProviderApiArg = {
  /** google, apple or facebook */
  provider: string
  finishLinkInputBody: FinishLinkInputBody
}
export type LoginCustomerApiResponse = /** status 200 Sign in with a password */ Token
export type LoginCustomerApiArg = {
  loginInputBody: LoginInputBody
}
export type LoginCustomerPasskeyApiResponse = /** status 200 Sign in with a passkey */ Token
export type LoginCustomerPasskeyApiArg = {
  passkeyLoginInputBody: PasskeyLoginInputBody
}
export type PasskeyLoginOptionsApiResponse = /** status 200 Begin to sign in with a passkey */ RequestOptions
export type PasskeyLoginOptionsApiArg = void
export type LoginCustomerSocialApiResponse =
  /** status 200 Sign in with what a provider answered */ SocialSignIn
export type LoginCustomerSocialApiArg = {
  socialLoginInputBody: SocialLoginInputBody
}
export type PasskeyOptionsApiResponse = /** status 200 Begin to create a passkey */ CreationOptions
export type PasskeyOptionsApiArg = void
export type ListPasskeysApiResponse = /** status 200 The passkeys, the newest first */ Passkey[]
export type ListPasskeysApiArg = void
export type AddPasskeyApiResponse = /** status 201 Created */ Passkey
export type AddPasskeyApiArg = {
  addPasskeyInputBody: AddPasskeyInputBody
}
export type RemovePasskeyApiResponse = unknown
export type RemovePasskeyApiArg = {
  /** Of the passkey */
  id: string
}
export type RenamePasskeyApiResponse = unknown
export type RenamePasskeyApiArg = {
  /** Of the passkey */
  id: string
  renamePasskeyInputBody: RenamePasskeyInputBody
}
export type ListSessionsApiResponse = /** status 200 The browsers that are signed in */ Session[]
export type ListSessionsApiArg = void
export type EndSessionApiResponse = unknown
export type EndSessionApiArg = {
  /** all: every session, this one too */
  id: string
}
export type SignUpApiResponse = /** status 202 Accepted */ SignUpOutputBody
export type SignUpApiArg = {
  signUpInputBody: SignUpInputBody
}
export type ListSocialApiResponse =
  /** status 200 The providers with which guests can sign in */ SocialProvider[]
export type ListSocialApiArg = void
export type BeginSocialApiResponse = /** status 200 Begin to sign in at a provider */ Begun
export type BeginSocialApiArg = {
  /** google, apple or facebook */
  provider: string
  beginInputBody: BeginInputBody
}
export type SendVerificationEmailApiResponse = unknown
export type SendVerificationEmailApiArg = {
  resendInputBody: ResendInputBody
}
export type ApplyForJobApiResponse = /** status 201 Created */ Receipt
export type ApplyForJobApiArg = {
  /** A repeated key and body get the same receipt */
  'Idempotency-Key': string
  form: Form
}
export type ListAchievementsApiResponse =
  /** status 200 What completed orders achieve, and the customer's progress */ AchievementsOutputBody
export type ListAchievementsApiArg = void
export type ListEntriesApiResponse = /** status 200 The customer's statement */ EntriesOutputBody
export type ListEntriesApiArg = {
  /** Entries of a page */
  first?: number
  /** The cursor of the previous page */
  cursor?: string
}
export type OpenMysteryRewardApiResponse =
  /** status 200 Open a wrapped reward. A repeated call answers the same */ Given
export type OpenMysteryRewardApiArg = {
  openInputBody: OpenInputBody
}
export type GetMysteryProgressApiResponse =
  /** status 200 Completed orders until the next wrapped reward */ Mystery
export type GetMysteryProgressApiArg = void
export type GetPointsApiResponse = /** status 200 The customer's points, and the next reward */ Points
export type GetPointsApiArg = void
export type ListRewardsApiResponse = /** status 200 What the customer was given */ RewardsOutputBody
export type ListRewardsApiArg = void
export type ListStoreItemsApiResponse =
  /** status 200 The rules of the programme and its rewards */ ItemsOutputBody1
export type ListStoreItemsApiArg = void
export type GetWalletSuggestionApiResponse =
  /** status 200 The reward of the customer that reduces the basket most */ SuggestionOutputBody
export type GetWalletSuggestionApiArg = {
  /** The basket's orderId */
  basketToken: string
}
export type GetProfileApiResponse =
  /** status 200 The customer's names, contact, birthday and points */ Profile
export type GetProfileApiArg = void
export type ChangeProfileApiResponse = /** status 200 Change names, phone and birthday */ Profile
export type ChangeProfileApiArg = {
  /** Version that the customer saw */
  'If-Match': string
  profileInputBody: ProfileInputBody
}
export type ListBuildsApiResponse = /** status 200 The customer's builds */ ListBuild
export type ListBuildsApiArg = void
export type AddBuildApiResponse =
  /** status 200 Add to the customer's builds. An equal entry is not added again */ ListBuild
export type AddBuildApiArg = {
  build: Build
}
export type RemoveBuildApiResponse = /** status 200 Remove one of the customer's builds */ ListBuild
export type RemoveBuildApiArg = {
  /** Version that the customer saw */
  'If-Match': string
  /** Of the entry */
  id: string
}
export type ChangeBuildApiResponse = /** status 200 Change one of the customer's builds */ ListBuild
export type ChangeBuildApiArg = {
  /** Version that the customer saw */
  'If-Match': string
  /** Of the entry */
  id: string
  build: Build
}
export type KeepProfileApiResponse = /** status 200 Cancel the deletion of the account */ Profile
export type KeepProfileApiArg = void
export type DeleteProfileApiResponse =
  /** status 200 Erase the account after 30 days. Signing in again cancels it */ Profile
export type DeleteProfileApiArg = void
export type ListDeliveryAddressesApiResponse =
  /** status 200 The customer's delivery addresses */ ListSavedAddress
export type ListDeliveryAddressesApiArg = void
export type AddDeliveryAddressApiResponse =
  /** status 200 Add to the customer's delivery addresses. An equal entry is not added again */ ListSavedAddress
export type AddDeliveryAddressApiArg = {
  savedAddress: SavedAddress
}
export type RemoveDeliveryAddressApiResponse =
  /** status 200 Remove one of the customer's delivery addresses */ ListSavedAddress
export type RemoveDeliveryAddressApiArg = {
  /** Version that the customer saw */
  'If-Match': string
  /** Of the entry */
  id: string
}
export type ChangeDeliveryAddressApiResponse =
  /** status 200 Change one of the customer's delivery addresses */ ListSavedAddress
export type ChangeDeliveryAddressApiArg = {
  /** Version that the customer saw */
  'If-Match': string
  /** Of the entry */
  id: string
  savedAddress: SavedAddress
}
export type ChangeEmailApiResponse = unknown
export type ChangeEmailApiArg = {
  emailInputBody: EmailInputBody
}
export type ExportProfileApiResponse = /** status 200 Everything that is stored about the customer */ Export
export type ExportProfileApiArg = void
export type GetNotificationsApiResponse =
  /** status 200 Which advertising the customer wants; none until chosen */ Notifications
export type GetNotificationsApiArg = void
export type SetNotificationsApiResponse = /** status 200 Choose advertising by channel */ Notifications
export type SetNotificationsApiArg = {
  /** Version that the customer saw */
  'If-Match': string
  marketing: Marketing
}
export type ListOwnOrdersApiResponse = /** status 200 The customer's orders */ CustomerOrdersOutputBody
export type ListOwnOrdersApiArg = {
  /** Orders of a page, which may have fewer */
  first?: number
  /** The cursor of the previous page */
  after?: string
}
export type RemovePrimaryAddressApiResponse =
  /** status 200 Remove the customer's own address */ PrimaryAddress
export type RemovePrimaryAddressApiArg = {
  /** Version that the customer saw */
  'If-Match': string
}
export type GetPrimaryAddressApiResponse = /** status 200 The customer's own address */ PrimaryAddress
export type GetPrimaryAddressApiArg = void
export type SetPrimaryAddressApiResponse = /** status 200 Set the customer's own address */ PrimaryAddress
export type SetPrimaryAddressApiArg = {
  /** Version that the customer saw */
  'If-Match': string
  savedAddress: SavedAddress
}
export type GetReferralsApiResponse = /** status 200 The customer's referral code */ ReferralsOutputBody
export type GetReferralsApiArg = void
export type ListVehiclesApiResponse = /** status 200 The customer's vehicles */ ListSavedVehicle
export type ListVehiclesApiArg = void
export type AddVehicleApiResponse =
  /** status 200 Add to the customer's vehicles. An equal entry is not added again */ ListSavedVehicle
export type AddVehicleApiArg = {
  savedVehicle: SavedVehicle
}
export type RemoveVehicleApiResponse =
  /** status 200 Remove one of the customer's vehicles */ ListSavedVehicle
export type RemoveVehicleApiArg = {
  /** Version that the customer saw */
  'If-Match': string
  /** Of the entry */
  id: string
}
export type ChangeVehicleApiResponse =
  /** status 200 Change one of the customer's vehicles */ ListSavedVehicle
export type ChangeVehicleApiArg = {
  /** Version that the customer saw */
  'If-Match': string
  /** Of the entry */
  id: string
  savedVehicle: SavedVehicle
}
export type ApplyCouponApiResponse =
  /** status 200 Add a coupon to the basket, even if its deal does not apply yet */ Basket
export type ApplyCouponApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  couponInputBody: CouponInputBody
}
export type RemoveCouponApiResponse = /** status 200 Remove a coupon from the basket */ Basket
export type RemoveCouponApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  couponInputBody: CouponInputBody
}
export type ListPromotionsApiResponse =
  /** status 200 Promotions that need no code, and what they reduce by themselves at a restaurant */ PromotionsOutputBody
export type ListPromotionsApiArg = {
  /** Only promotions of this restaurant, and its prices */
  locationId?: string
  /** Category of the menu */
  category?: 'everyday' | 'catering'
  /** Of the prices: pickup 2, curbside 4 */
  handoff?: 2 | 4
  /** UTC; time of the handoff, for the prices. Default: the earliest time that can be ordered */
  at?: string
}
export type ApplyRewardApiResponse =
  /** status 200 Add a reward to the basket, even if it does not apply yet. The order takes its points */ Basket
export type ApplyRewardApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  rewardInputBody: RewardInputBody
}
export type RemoveRewardApiResponse = /** status 200 Remove a reward from the basket */ Basket
export type RemoveRewardApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  rewardInputBody: RewardInputBody
}
export type CheckHolidayApiResponse = /** status 200 Whether a holiday is active */ Check
export type CheckHolidayApiArg = {
  /** location.id[eq]ID */
  filter?: string
}
export type ListLocationsApiResponse =
  /** status 200 Restaurants: all, in a state or city, or near a place or a point */ ListOutputBody
export type ListLocationsApiArg = {
  /** City, city and state, state or province, ZIP or postal code, or an address */
  q?: string
  /** Latitude of the point to search near; 0, 0 means no point */
  latitude?: number
  /** Longitude of the point to search near */
  longitude?: number
  /** Code, slug or name of a state or province: QC, quebec */
  state?: string
  /** Slug or name of a city of that state */
  city?: string
  /** Only restaurants that accept online orders for this handoff */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** now, or an instant (UTC): only restaurants that serve then, by the hours of the handoff if one is given */
  open?: string
  /** property[operator]value, joined with ; */
  filter?: string
  /** Maximum number of results */
  limit?: number
  /** The cursor of the previous page */
  cursor?: string
}
export type ListAllLocationsApiResponse =
  /** status 200 All restaurants in a compact form for a map, with an ETag */ Atlas
export type ListAllLocationsApiArg = {
  /** Only restaurants of this country */
  country?: 'US' | 'CA'
  /** property[operator]value, joined with ; */
  filter?: string
  /** ETag of the previous answer */
  'If-None-Match'?: string
}
export type GetAvailabilityApiResponse =
  /** status 200 Unavailable items and options of a restaurant */ AvailabilityOutputBody
export type GetAvailabilityApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** Category of the menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; time of the handoff. Default: the earliest time that can be ordered */
  at?: string
}
export type ListBossLocationsApiResponse =
  /** status 200 All restaurants, also closed and coming-soon ones */ ListOutputBody
export type ListBossLocationsApiArg = {
  /** City, city and state, state or province, ZIP or postal code, or an address */
  q?: string
  /** Latitude of the point to search near; 0, 0 means no point */
  latitude?: number
  /** Longitude of the point to search near */
  longitude?: number
  /** Code, slug or name of a state or province: QC, quebec */
  state?: string
  /** Slug or name of a city of that state */
  city?: string
  /** Only restaurants that accept online orders for this handoff */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** now, or an instant (UTC): only restaurants that serve then, by the hours of the handoff if one is given */
  open?: string
  /** property[operator]value, joined with ; */
  filter?: string
  /** Maximum number of results */
  limit?: number
  /** The cursor of the previous page */
  cursor?: string
}
export type ListBossStatesApiResponse =
  /** status 200 States and provinces of every restaurant */ RegionsOutputBody
export type ListBossStatesApiArg = {
  /** Only restaurants of this country */
  country?: 'US' | 'CA'
}
export type ListCitiesApiResponse = /** status 200 Cities that have restaurants */ RegionsOutputBody
export type ListCitiesApiArg = {
  /** Code, slug or name of a state or province: QC, quebec */
  state?: string
}
export type ListCrossSellItemsApiResponse =
  /** status 200 Available items that a basket lacks */ ItemsOutputBody
export type ListCrossSellItemsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** Category of the menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; time of the handoff. Default: the earliest time that can be ordered */
  at?: string
  /** Ids of the items in the basket */
  items?: string[]
  /** Maximum number of results */
  limit?: number
}
export type GetDeliveryRadiusApiResponse = /** status 200 Delivery area of a restaurant */ DeliveryRadius
export type GetDeliveryRadiusApiArg = {
  /** Id of a restaurant */
  locationId: string
}
export type ListFavoritesApiResponse = /** status 200 The customer's favorite restaurants */ Favorites
export type ListFavoritesApiArg = void
export type RemoveFavoriteApiResponse = /** status 200 Make a restaurant no favorite */ Favorites
export type RemoveFavoriteApiArg = {
  /** Id of a restaurant */
  locationId: string
}
export type SetFavoriteApiResponse = /** status 200 Make a restaurant a favorite */ Favorites
export type SetFavoriteApiArg = {
  /** Id of a restaurant */
  locationId: string
}
export type GetItemDetailsApiResponse = /** status 200 An item with its modifier groups */ ItemDetails
export type GetItemDetailsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** Category of the menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; time of the handoff. Default: the earliest time that can be ordered */
  at?: string
  /** Id or slug */
  item: string
}
export type ListItemsApiResponse = /** status 200 Items of a restaurant's menu */ ItemsOutputBody
export type ListItemsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** Category of the menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; time of the handoff. Default: the earliest time that can be ordered */
  at?: string
  /** Slug; all sections when empty */
  section?: string
}
export type ListBrandMenusApiResponse =
  /** status 200 The brand's menus, without prices, before a restaurant is chosen */ BrandMenusOutputBody
export type ListBrandMenusApiArg = void
export type GetMenusApiResponse =
  /** status 200 A restaurant's menu with its sections and items */ MenusOutputBody
export type GetMenusApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** Category of the menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; time of the handoff. Default: the earliest time that can be ordered */
  at?: string
}
export type ListSectionsApiResponse = /** status 200 Sections of a restaurant's menu */ SectionsOutputBody
export type ListSectionsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** Category of the menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; time of the handoff. Default: the earliest time that can be ordered */
  at?: string
}
export type GetLocationBySlugApiResponse =
  /** status 200 One restaurant by the slug of its pages */ LocationDetails
export type GetLocationBySlugApiArg = {
  /** Slug of a restaurant */
  slug: string
}
export type ListStatesApiResponse =
  /** status 200 States and provinces that have restaurants */ RegionsOutputBody
export type ListStatesApiArg = {
  /** Only restaurants of this country */
  country?: 'US' | 'CA'
}
export type SuggestPlacesApiResponse = /** status 200 Completions of a search text */ SuggestOutputBody
export type SuggestPlacesApiArg = {
  /** Beginning of a city, a state or province, a ZIP or postal code, or a restaurant's address */
  q: string
}
export type ListUpsellItemsApiResponse =
  /** status 200 Available items that go with an item */ ItemsOutputBody
export type ListUpsellItemsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** Category of the menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; time of the handoff. Default: the earliest time that can be ordered */
  at?: string
  /** Id or slug */
  item: string
}
export type GetLocationApiResponse = /** status 200 One restaurant by its id */ LocationDetails
export type GetLocationApiArg = {
  /** Id of a restaurant */
  locationId: string
}
export type AddLineApiResponse = /** status 200 Add an item */ Basket
export type AddLineApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  addInputBody: AddInputBody
}
export type RemoveLineApiResponse = /** status 200 Remove a line */ Basket
export type RemoveLineApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  /** Id of the line in the basket */
  lineId: string
  /** Token of the basket. It grants access to the basket */
  orderId: string
}
export type ChangeLineApiResponse = /** status 200 Change a line */ Basket
export type ChangeLineApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  /** Id of the line in the basket */
  lineId: string
  changeInputBody: ChangeInputBody
}
export type StartBasketApiResponse = /** status 200 Start a basket at a restaurant */ Basket
export type StartBasketApiArg = {
  startInputBody: StartInputBody
}
export type ArriveApiResponse =
  /** status 200 Report the arrival for a curbside order; a repeated call may correct the car */ Order
export type ArriveApiArg = {
  /** Token of the order. It grants access to the order */
  orderToken: string
  arrivalInputBody: ArrivalInputBody
}
export type GetOrderEventApiResponse =
  /** status 200 A placed order as an event for a calendar (RFC 5545) */ string
export type GetOrderEventApiArg = {
  /** Token of the order. It grants access to the order */
  orderToken: string
  /** Language of the event, because calendars send no Accept-Language */
  locale?: 'en' | 'en-ca' | 'fr-ca'
}
export type CancelOrderApiResponse = /** status 200 Cancel an order before the kitchen begins */ Order
export type CancelOrderApiArg = {
  /** Token of the order. It grants access to the order */
  orderToken: string
  /** A new random key for each intention of the guest; every retry repeats it */
  'Idempotency-Key': string
}
export type ListCustomerOrdersApiResponse = /** status 200 The customer's orders */ CustomerOrdersOutputBody
export type ListCustomerOrdersApiArg = {
  /** Orders of a page, which may have fewer */
  first?: number
  /** The cursor of the previous page */
  after?: string
  /** The customer's own address */
  email: string
}
export type SignInOrdersApiResponse =
  /** status 200 Hand a guest's basket and orders over to the customer who signed in */ SignedInOutputBody
export type SignInOrdersApiArg = {
  signedInInputBody: SignedInInputBody
}
export type ReorderApiResponse =
  /** status 200 Start a basket with the lines of an order; differences and unavailable items are in changes */ Basket
export type ReorderApiArg = {
  /** Token of the order. It grants access to the order */
  orderToken: string
  /** A repeated key returns the same basket */
  'Idempotency-Key': string
}
export type GetOrderStatusApiResponse = /** status 200 Status of an order; small, with an ETag */ OrderStatus
export type GetOrderStatusApiArg = {
  /** The order's token */
  statusId: string
  /** ETag of the previous answer */
  'If-None-Match'?: string
}
export type GetOrderApiResponse = /** status 200 A placed order */ Order
export type GetOrderApiArg = {
  /** Token of the order. It grants access to the order */
  orderToken: string
}
export type GetBasketApiResponse =
  /** status 200 Read a basket with its totals and the obstacles to an order */ Basket
export type GetBasketApiArg = {
  /** Token of the basket. It grants access to the basket */
  orderId: string
}
export type UpdateBasketApiResponse =
  /** status 200 Change instructions, cutlery, tip or chosen deals, or accept changes */ Basket
export type UpdateBasketApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  /** Token of the basket. It grants access to the basket */
  orderId: string
  updateInputBody: UpdateInputBody
}
export type ConfirmAuthenticationApiResponse =
  /** status 200 Continue after the guest's authentication at the bank */ Placement
export type ConfirmAuthenticationApiArg = {
  /** Token of the order. It grants access to the order */
  orderToken: string
  /** A new random key for each intention of the guest; every retry repeats it */
  'Idempotency-Key': string
}
export type PayByCardApiResponse = /** status 200 Place the order and pay by card */ Placement
export type PayByCardApiArg = {
  /** Token of the basket. It grants access to the basket */
  orderId: string
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key and body get the same answer */
  'Idempotency-Key': string
  cardInputBody: CardInputBody
}
export type PayNothingApiResponse = /** status 200 Place an order without a payment */ Placement
export type PayNothingApiArg = {
  /** Token of the basket. It grants access to the basket */
  orderId: string
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key and body get the same answer */
  'Idempotency-Key': string
  freeInputBody: FreeInputBody
}
export type ListPaymentMethodsApiResponse = /** status 200 Payment methods for a basket */ MethodsOutputBody
export type ListPaymentMethodsApiArg = {
  /** Token of the basket. It grants access to the basket */
  orderId: string
}
export type ReleaseTimeslotApiResponse = /** status 200 Release a held time */ Basket
export type ReleaseTimeslotApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  /** Token of the basket. It grants access to the basket */
  orderId: string
}
export type ListTimeslotsApiResponse = /** status 200 Times for a basket */ TimesOutputBody
export type ListTimeslotsApiArg = {
  /** Token of the basket. It grants access to the basket */
  orderId: string
  /** YYYY-MM-DD in the restaurant's zone; default the first day with a free time */
  date?: string
}
export type HoldTimeslotApiResponse = /** status 200 Hold a time */ Basket
export type HoldTimeslotApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** A repeated key changes nothing again */
  'Idempotency-Key'?: string
  /** Token of the basket. It grants access to the basket */
  orderId: string
  holdInputBody: HoldInputBody
}
export type SendCateringFeedbackApiResponse = /** status 201 Created */ Receipt
export type SendCateringFeedbackApiArg = {
  /** A repeated key and body get the same receipt */
  'Idempotency-Key': string
  form: Form
}
export type AskPrivacyApiResponse = /** status 201 Created */ Receipt
export type AskPrivacyApiArg = {
  /** A repeated key and body get the same receipt */
  'Idempotency-Key': string
  form: Form
}
export type SendPrivacyCodeApiResponse = unknown
export type SendPrivacyCodeApiArg = {
  /** Of the receipt of the privacy request */
  case: string
}
export type VerifyPrivacyApiResponse = /** status 200 Verify a privacy request with the mailed code */ Receipt
export type VerifyPrivacyApiArg = {
  /** Of the receipt of the privacy request */
  case: string
  verifyInputBody: VerifyInputBody
}
export type GetContestApiResponse = /** status 200 The contest that is open */ ContestRules
export type GetContestApiArg = void
export type EnterContestApiResponse = /** status 201 Created */ Receipt
export type EnterContestApiArg = {
  /** A repeated key and body get the same receipt */
  'Idempotency-Key': string
  form: Form
}
export type DoNotSellApiResponse = /** status 201 Created */ Receipt
export type DoNotSellApiArg = {
  /** A repeated key and body get the same receipt */
  'Idempotency-Key': string
  form: Form
}
export type SendFeedbackApiResponse = /** status 201 Created */ Receipt
export type SendFeedbackApiArg = {
  /** A repeated key and body get the same receipt */
  'Idempotency-Key': string
  form: Form
}
export type GetFormTokenApiResponse =
  /** status 200 A token that proves when the guest began a form */ TokenOutputBody
export type GetFormTokenApiArg = void
export type SendReviewApiResponse = /** status 201 Created */ Receipt
export type SendReviewApiArg = {
  /** A repeated key and body get the same receipt */
  'Idempotency-Key': string
  form: Form
}
export type SendTalkApiResponse = /** status 201 Created */ Receipt
export type SendTalkApiArg = {
  /** A repeated key and body get the same receipt */
  'Idempotency-Key': string
  form: Form
}
export type UploadFileApiResponse = /** status 201 Created */ UploadOutputBody
export type UploadFileApiArg = {
  /** review: a JPEG or PNG picture; job-application: a PDF */
  kind: 'review' | 'job-application'
  /** Of get-form-token */
  'Form-Token': string
  body: Blob
}
export type Detail = {
  code: string
  /** English; the site shows its own text for the code */
  message: string
  /** Values in the sentence: amounts, numbers, labels */
  params?: {
    [key: string]: any
  }
  /** JSON pointer to the invalid value */
  pointer?: string
}
export type Problem = {
  code: string
  /** What is stored now, if the caller had an older version: the basket as get-basket returns it (basket-changed, price-changed), or the part of the profile (profile-changed) */
  current?: any
  /** English, one per finding */
  errors: string[]
  /** English, for other clients */
  message: string
  /** Values in the sentence */
  params?: {
    [key: string]: any
  }
  /** One per finding */
  problems?: Detail[]
  /** Id of the request in the log */
  requestId?: string
  status: number
  title: string
  /** urn:problem:<code> */
  type: string
}
export type ConfirmAgainInputBody = {
  /** Of the mail that send-confirmation-code sends */
  code?: string
  /** AuthenticationResponseJSON of WebAuthn */
  passkey?: {
    [key: string]: any
  }
  /** One of password, code and passkey */
  password?: string
}
export type Token = {
  /** UTC */
  expires: string
  firstName: string
  token: string
}
export type ConfirmInputBody = {
  /** Of the mail; or link and password */
  code?: string
  /** The token of the mailed link */
  link?: string
  /** With the link: proves that the guest who signed up opened it */
  password?: string
  signUp: string
}
export type RequestOptions = {
  challenge: string
  rpId: string
  /** Milliseconds */
  timeout: number
  userVerification: 'required'
}
export type Begun = {
  /** PKCE (S256), for the dialog */
  challenge?: string
  state: string
  /** Where the guest signs in. Empty for begin-social with Facebook: the page opens the dialog */
  url?: string
}
export type BeginLinkInputBody = {
  /** Path of the page that finishes it, which gets the fragment as the parameter part */
  returnTo: string
}
export type FinishLinkInputBody = {
  /** The one-time code of the page's URL */
  code: string
}
export type PasswordInputBody = {
  password: string
}
export type ConfirmEmailInputBody = {
  /** Of the mail to the new address */
  code: string
}
export type ForgotInputBody = {
  email: string
}
export type SetInputBody = {
  link: string
  password: string
  /** Of the mailed link, as link */
  reset: string
}
export type LinkedProvider = {
  id: 'google' | 'apple' | 'facebook'
  linked: string
}
export type LoginInputBody = {
  email: string
  password: string
}
export type PasskeyLoginInputBody = {
  /** AuthenticationResponseJSON of WebAuthn */
  answer: {
    [key: string]: any
  }
}
export type SocialSignIn = {
  /** Where the code was mailed to */
  email?: string
  /** UTC */
  expires?: string
  firstName?: string
  /** The path of begin-social */
  returnTo?: string
  /** The address is not verified: confirm-customer-email takes this id and the mailed code */
  signUp?: string
  token?: string
}
export type SocialLoginInputBody = {
  /** Of Facebook's SDK, in place of code and state */
  accessToken?: string
  /** Google, Apple: the one-time code of the page's URL. Facebook: of the dialog */
  code?: string
  provider: 'google' | 'apple' | 'facebook'
  /** Of the dialog */
  state?: string
  /** Of Facebook's SDK: the user that the token is for */
  userID?: string
}
export type AuthenticatorSelector = {
  requireResidentKey: boolean
  residentKey: 'required'
  userVerification: 'required'
}
export type PasskeyDescriptor = {
  id: string
  type: 'public-key'
}
export type PasskeyAlgorithm = {
  alg: number
  type: 'public-key'
}
export type RelyingParty = {
  id: string
  name: string
}
export type PasskeyUser = {
  displayName: string
  /** In base64url */
  id: string
  /** What the browser lists the passkey under */
  name: string
}
export type CreationOptions = {
  attestation: 'none'
  authenticatorSelection: AuthenticatorSelector
  challenge: string
  /** The passkeys that the customer has */
  excludeCredentials: PasskeyDescriptor[]
  pubKeyCredParams: PasskeyAlgorithm[]
  rp: RelyingParty
  /** Milliseconds */
  timeout: number
  user: PasskeyUser
}
export type Passkey = {
  created: string
  id: string
  name: string
  /** The last time */
  used?: string
}
export type AddPasskeyInputBody = {
  /** RegistrationResponseJSON of WebAuthn */
  answer: {
    [key: string]: any
  }
  /** Without it the browser and system */
  name?: string
}
export type RenamePasskeyInputBody = {
  name: string
}
export type Session = {
  /** Browser and system */
  agent: string
  created: string
  /** The one that asks */
  current: boolean
  id: string
  seen: string
}
export type SignUpOutputBody = {
  /** The id to confirm with. It is given whether or not the address has an account; the mail says which */
  signUp: string
}
export type SignUpInputBody = {
  address?: string
  city?: string
  confirmEmail: string
  confirmPassword: string
  email: string
  firstName: string
  lastName: string
  /** Without a password: the customer adds a passkey once the address is confirmed */
  passkey?: boolean
  /** 8 to 128 characters; empty with passkey */
  password: string
  phone: string
  referralCode?: string
  /** State or province, by code or name */
  state?: string
  /** ZIP or postal code */
  zip?: string
}
export type SocialProvider = {
  /** Facebook only, as the next three */
  appId?: string
  /** Where the dialog is */
  dialog?: string
  id: 'google' | 'apple' | 'facebook'
  /** Where the SDK is */
  sdk?: string
  /** Of the SDK, such as v16.0 */
  version?: string
}
export type BeginInputBody = {
  /** Path of the sign-in page, which finishes the sign-in */
  page: string
  /** Path to continue at */
  returnTo: string
}
export type ResendInputBody = {
  signUp: string
}
export type Receipt = {
  /** Date by which a person confirms the privacy request */
  acknowledgeBy?: string
  /** Date by which the privacy request is answered */
  answerBy?: string
  /** Of a privacy request: the id to verify it with */
  case?: string
  /** Names the form when the guest calls or writes: R7K2-M9QX */
  reference: string
}
export type ReviewedLayer = {
  itemId: string
  /** Name of a layer of the drawing, or item for the dish */
  part: string
  verdict: 'good' | 'wrong'
}
export type Form = {
  /** Authorised agent who sends the request */
  agent?: string
  /** The box is ticked; of a review: it may be published */
  agreed?: boolean
  /** mon-morning to sun-night: also afternoon, evening */
  availability?: string[]
  /** As yyyy-MM-dd. It is not stored */
  birthDate?: string
  /** Of residence, as ISO 3166-1 alpha-2 */
  country?: string
  email?: string
  firstName?: string
  /** Of the event */
  guests?: number
  lastName?: string
  /** Parts of dishes that were good or wrong */
  layers?: ReviewedLayer[]
  locationId?: string
  /** 2,000 characters without control characters */
  message?: string
  /** As the guest types it */
  orderNumber?: string
  /** Of the reviewed order; stored as its number */
  orderToken?: string
  phone?: string
  /** Names that upload-file issued */
  photos?: string[]
  /** 1 to 5 */
  rating?: number
  /** State or province of residence; required for US and CA */
  region?: string
  /** know, delete, correct or limit */
  request?: string
  /** Name that upload-file issued */
  resume?: string
  /** First possible working day: yyyy-MM-dd */
  starts?: string
  /** One that the page lists; of a job application: the role */
  subject?: string
  /** Of get-form-token */
  token: string
  /** Date of the visit or event: yyyy-MM-dd, not in the future */
  visited?: string
  /** Always empty: the page hides the field from people */
  website?: string
}
export type Achievement = {
  /** Name of its drawing */
  badge: 'first' | 'grills' | 'burgers' | 'stack'
  done: number
  /** UTC */
  earned?: string
  goal: number
  id: string
  label: string
  /** What it gives */
  reward: string
  text: string
}
export type AchievementsOutputBody = {
  achievements: Achievement[]
}
export type EntryOrder = {
  /** Name of the restaurant */
  location: string
  number: string
  orderToken: string
}
export type StatementEntry = {
  /** UTC */
  at: string
  /** After the entry, with the points that orders hold */
  balance: number
  /** Change of the debt: below 0 if earned points paid it */
  debt?: number
  kind: 'earn' | 'redeem' | 'expire' | 'reverse' | 'adjust'
  /** Counts from 1 in each account */
  number: number
  /** The order that it belongs to */
  order?: EntryOrder
  /** Change of the balance; a reversed redemption is positive */
  points: number
  /** Of an adjustment */
  reason?: string
  /** Type of the reward that gave the points, as in list-rewards */
  reward?: 0 | 1 | 2 | 3 | 4 | 5
}
export type EntriesOutputBody = {
  /** Of the next page; absent on the last one */
  cursor?: string
  /** The newest first */
  entries: StatementEntry[]
}
export type Given = {
  /** UTC; the first instant at which it is gone */
  expires?: string
  /** UTC */
  given: string
  /** For apply-reward, if it is a coupon */
  id: string
  /** points 1, still wrapped 2, serialized coupon 4 */
  itemType: 1 | 2 | 4
  /** loyalty 3, mystery 7 */
  kind: 3 | 7
  /** Empty while it is wrapped */
  label: string
  /** Name of its drawing, as in the menu; absent while it is wrapped */
  picture?: string
  /** Given as points */
  points?: number
  /** held: an order that is being placed has it */
  state: 'open' | 'held' | 'used' | 'expired' | 'wrapped'
  terms?: string
  text?: string
  /** mystery 1, birthday 2, achievement 3, anniversary 4, referral 5 */
  type: 1 | 2 | 3 | 4 | 5
}
export type OpenInputBody = {
  /** Of the wrapped reward */
  id: string
}
export type Mystery = {
  /** Completed orders since the last one */
  done: number
  /** Completed orders for each */
  steps: number
  /** Id of the oldest one that is not opened */
  wrapped?: string
}
export type Next = {
  id: string
  /** A dish 1, a coupon for the order 3 */
  itemType: 1 | 3
  /** Kind of the discount: orderAmount, itemFree, … */
  kind: string
  label: string
  /** Points that are missing for it */
  missing: number
  /** Its price */
  points: number
  terms?: string
  text?: string
}
export type Expiry = {
  /** UTC; the first instant at which they are gone */
  at: string
  points: number
  /** The customer should be warned */
  soon: boolean
}
export type Points = {
  /** Points of refunded orders that were spent before; what is earned next pays them first */
  debt: number
  /** Taken by orders that are being placed */
  held: number
  /** The cheapest reward that needs more points than are spendable */
  next?: Next
  nextExpiry?: Expiry
  spendable: number
}
export type RewardsOutputBody = {
  /** The newest first, at most 50 */
  rewards: Given[]
}
export type StoreItem = {
  /** The customer has the points; false for a guest */
  affordable: boolean
  id: string
  /** A dish 1, a coupon for the order 3 */
  itemType: 1 | 3
  /** Kind of the discount: orderAmount, itemFree, … */
  kind: string
  label: string
  /** Its price */
  points: number
  terms?: string
  text?: string
}
export type GiftRule = {
  label: string
}
export type BirthdayRule = {
  /** How long before the birthday it is given */
  daysBefore: number
  label: string
  /** How long before the birthday it has to be set for the gift of the year */
  noticeDays: number
}
export type MysteryRule = {
  /** Completed orders for each */
  steps: number
}
export type ReferralRule = {
  /** The friend's gift */
  friendLabel: string
  label: string
}
export type Rules = {
  anniversary?: GiftRule
  birthday?: BirthdayRule
  /** How long after its placing a guest's order can be claimed by signing in */
  claimDays: number
  /** What earns nothing; items: a part of the menu */
  excludes: ('fees' | 'taxes' | 'tips' | 'items')[]
  /** How long points last, from the end of the month in which they were earned */
  months: number
  /** Factor of the points by the order's weekday; 0 is Sunday */
  multipliers?: {
    [key: string]: number
  }
  mystery?: MysteryRule
  /** How long after its promised time an order earns that the restaurant did not complete */
  overdueHours: number
  referral?: ReferralRule
  /** How long points last that come back from an order after their expiry */
  returnedDays: number
  /** Cents of the discounted price that earn one point */
  unit: number
  /** How long before their expiry the customer is warned */
  warningDays: number
}
export type ItemsOutputBody1 = {
  /** Rewards of the country, the cheapest first */
  items: StoreItem[]
  rules: Rules
}
export type Amount = {
  currency: 'usd' | 'cad'
  /** Whole minor units (cents) */
  minor: number
}
export type Suggestion = {
  /** For apply-reward */
  id: string
  /** Of the catalogue, or one that the customer was given */
  kind: 'reward' | 'grant'
  label: string
  /** Its price; 0 for one that the customer was given */
  points: number
  /** What the food costs less with it */
  saves: Amount
}
export type SuggestionOutputBody = {
  /** Absent if none reduces the basket */
  suggestion?: Suggestion
}
export type Birthday = {
  day: number
  month: number
}
export type Profile = {
  birthday?: Birthday
  /** UTC; when the account will be erased, if the customer asked for it */
  deletion?: string
  email: string
  firstName: string
  lastName: string
  /** The person with this address objected to sale and sharing: do-not-sell */
  noSale?: boolean
  /** E.164 */
  phone: string
  /** Points of the loyalty programme; 0 without one */
  spendablePoints: number
  version: number
}
export type ProfileInputBody = {
  birthday?: Birthday
  firstName: string
  lastName: string
  phone: string
}
export type Choice = {
  /** Choices inside this one including the defaults; absent: the defaults */
  choices?: Choice[]
  /** Id of the modifier group */
  group: string
  modifier: string
  quantity: number
}
export type Build = {
  /** All choices including the defaults; absent: the defaults */
  choices?: Choice[]
  /** Ignored in a request */
  id?: string
  itemId: string
  /** The restaurant where it was built */
  locationId?: string
  /** At most 40 characters */
  name: string
}
export type ListBuild = {
  entries: Build[]
  /** For If-Match */
  version: number
}
export type SavedAddress = {
  address?: string
  city?: string
  /** US 1, CA 2 */
  country: 1 | 2
  /** Ignored in a request */
  id?: string
  /** For the courier, in plain text */
  instructions?: string
  /** State or province, by code or name */
  state?: string
  /** HOME 1, WORK 2, OTHER 3 */
  type: 1 | 2 | 3
  /** Apartment, suite or building */
  unit?: string
  /** ZIP or postal code */
  zip?: string
}
export type ListSavedAddress = {
  entries: SavedAddress[]
  /** For If-Match */
  version: number
}
export type EmailInputBody = {
  confirmEmail: string
  email: string
}
export type Entry = {
  /** Authorised agent who sends the request */
  agent?: string
  /** The box is ticked; of a review: it may be published */
  agreed?: boolean
  /** mon-morning to sun-night: also afternoon, evening */
  availability?: string[]
  /** As yyyy-MM-dd. It is not stored */
  birthDate?: string
  /** Of residence, as ISO 3166-1 alpha-2 */
  country?: string
  email?: string
  firstName?: string
  /** Of the event */
  guests?: number
  lastName?: string
  /** Parts of dishes that were good or wrong */
  layers?: ReviewedLayer[]
  locationId?: string
  /** 2,000 characters without control characters */
  message?: string
  /** As the guest types it */
  orderNumber?: string
  /** Of the reviewed order; stored as its number */
  orderToken?: string
  phone?: string
  /** Names that upload-file issued */
  photos?: string[]
  /** 1 to 5 */
  rating?: number
  /** State or province of residence; required for US and CA */
  region?: string
  /** know, delete, correct or limit */
  request?: string
  /** Name that upload-file issued */
  resume?: string
  /** First possible working day: yyyy-MM-dd */
  starts?: string
  /** One that the page lists; of a job application: the role */
  subject?: string
  /** Date of the visit or event: yyyy-MM-dd, not in the future */
  visited?: string
}
export type File = {
  bytes: number
  name: string
  type: string
}
export type Note = {
  at: string
  text: string
}
export type ExportedForm = {
  answerBy?: string
  closed?: string
  entry: Entry
  files?: File[]
  kind: string
  /** What the desk wrote about the form */
  notes?: Note[]
  outcome?: string
  received: string
  reference: string
  status: string
  verified?: string
}
export type AdjustmentLine = {
  amount: Amount
  lineId: string
}
export type Adjustment = {
  /** Reduction, positive */
  amount: Amount
  /** The code that unlocked it; the end of a code of one guest */
  coupon?: string
  /** Id of the reward that the customer was given, of which it is the coupon */
  grant?: string
  /** Id of the discount or charge */
  id: string
  /** Kind of the discount or charge */
  kind: string
  label: string
  /** Its parts by line; they sum to the amount */
  lines: AdjustmentLine[]
  /** The price of a reward in points */
  points?: number
}
export type Charge = {
  amount: Amount
  /** Id of the discount or charge */
  id: string
  /** Kind of the discount or charge */
  kind: string
  label: string
}
export type OrderContact = {
  email: string
  firstName: string
  lastName: string
  phone: string
}
export type OrderModifier = {
  depth: number
  label: string
  quantity: number
}
export type OrderLine = {
  /** All choices including the defaults; absent: the defaults */
  choices?: Choice[]
  instructions?: string
  itemId: string
  label: string
  /** Adjustments name it */
  lineId: string
  modifiers: OrderModifier[]
  picture?: string
  price: Amount
  quantity: number
  /** How many of quantity were refunded one by one */
  refunded?: number
  /** Layers of the drawing, bottom first */
  stack?: string[]
}
export type Arrival = {
  /** UTC; when the guest arrived */
  at?: string
  /** The guest can report the arrival, or correct the car afterwards */
  awaited: boolean
  /** UTC; earliest time to report the arrival, once the kitchen has the order */
  from: string
  state: 'placed' | 'arrived' | 'picked-up'
}
export type Step = {
  at: string
  status: 'scheduled' | 'accepted' | 'in-preparation' | 'ready' | 'completed' | 'cancelled' | 'not-approved'
}
export type OrderStatus = {
  /** Only for a curbside order */
  arrival?: Arrival
  cancellable: boolean
  /** The order will not change any more */
  final: boolean
  /** UTC */
  promisedAt: string
  /** Seconds */
  refreshAfter: number
  /** The payment was refunded */
  refunded: boolean
  /** Refunded part of the payment of an order that is not cancelled */
  refundedAmount?: Amount
  status:
    | 'pending'
    | 'authentication'
    | 'scheduled'
    | 'accepted'
    | 'in-preparation'
    | 'ready'
    | 'completed'
    | 'cancelled'
    | 'not-approved'
    | 'not-paid'
  steps: Step[]
}
export type OrderStore = {
  /** One line */
  address: string
  country: string
  id: string
  label: string
  latitude: number
  longitude: number
  phone?: string
  slug: string
  timeZone: string
}
export type Tax = {
  amount: Amount
  base: Amount
  /** Percent, decimal text: 9.975 */
  rate: string
  /** The brand's registration number for this tax */
  registration?: string
  /** Id of the tax; the site has the name */
  tax: 'GST' | 'HST' | 'QST' | 'PST' | 'sales-tax'
}
export type Vehicle = {
  colour: string
  make: string
  model: string
}
export type ExportedOrder = {
  adjustments: Adjustment[]
  charges: Charge[]
  contact: OrderContact
  cutlery: boolean
  /** Points of a customer's completed order, less those of refunds */
  earned?: number
  /** Address of the receipt, mostly hidden */
  email: string
  /** The guest's data was erased on request: no name, no email, no lastFour, no notes */
  erased: boolean
  firstName: string
  handoff: number
  instructions?: string
  lastFour?: string
  lines: OrderLine[]
  number: string
  orderToken: string
  /** Charge 2; 0 for a free order */
  paymentKind: number
  placedAt: string
  /** What the refunds of lines took back of the adjustments */
  reversed?: Adjustment[]
  status: OrderStatus
  store: OrderStore
  subtotal: Amount
  taxes: Tax[]
  tip: Amount
  /** The subtotal less the adjustments, plus charges, taxes and tip */
  total: Amount
  /** Only for a curbside order; the latest that the guest named */
  vehicle?: Vehicle
}
export type Export = {
  /** UTC */
  at: string
  /** What was sent with the site's forms under the addresses of the account */
  forms: ExportedForm[]
  /** The person objected to sale and sharing */
  noSale: boolean
  /** The newest first, at most 1,000 */
  orders: ExportedOrder[]
  /** Rows of the account by kind: profile, vehicles, password, session, … */
  rows: {
    [key: string]: any[]
  }
}
export type Marketing = {
  email: boolean
  /** Text messages to the phone */
  text: boolean
}
export type Notifications = {
  marketing: Marketing
  version: number
}
export type Order = {
  adjustments: Adjustment[]
  charges: Charge[]
  cutlery: boolean
  /** Points of a customer's completed order, less those of refunds */
  earned?: number
  /** Address of the receipt, mostly hidden */
  email: string
  /** The guest's data was erased on request: no name, no email, no lastFour, no notes */
  erased: boolean
  firstName: string
  handoff: number
  instructions?: string
  lastFour?: string
  lines: OrderLine[]
  number: string
  orderToken: string
  /** Charge 2; 0 for a free order */
  paymentKind: number
  placedAt: string
  /** What the refunds of lines took back of the adjustments */
  reversed?: Adjustment[]
  status: OrderStatus
  store: OrderStore
  subtotal: Amount
  taxes: Tax[]
  tip: Amount
  /** The subtotal less the adjustments, plus charges, taxes and tip */
  total: Amount
  /** Only for a curbside order; the latest that the guest named */
  vehicle?: Vehicle
}
export type CustomerOrdersOutputBody = {
  /** Absent on the last page */
  cursor?: string
  /** Newest first */
  orders: Order[]
}
export type PrimaryAddress = {
  address?: SavedAddress
  version: number
}
export type Friend = {
  /** UTC */
  given: string
  /** Of a coupon; list-rewards has it too */
  label?: string
  /** Given as points */
  points?: number
}
export type ReferralsOutputBody = {
  /** What the customer was given for friends, the newest first */
  friends: Friend[]
  /** The code that the customer gives to friends. Absent without a loyalty programme */
  ownCode?: string
  /** The code that the customer entered at the sign-up */
  referralCode?: string
}
export type SavedVehicle = {
  colour: string
  /** Ignored in a request */
  id?: string
  make: string
  model: string
}
export type ListSavedVehicle = {
  entries: SavedVehicle[]
  /** For If-Match */
  version: number
}
export type Served = {
  /** HH:MM */
  from: string
  /** UTC; next beginning, maybe days later */
  next: string
  /** HH:MM; on the next day if not after from */
  to: string
}
export type Change = {
  kind:
    | 'price'
    | 'sold-out'
    | 'not-served'
    | 'not-handed-over'
    | 'removed'
    | 'modifier-price'
    | 'modifier-sold-out'
    | 'modifier-removed'
  label: string
  lineId: string
  now?: Amount
  /** Serving time, if the item is not served at the basket's time */
  served?: Served
  /** For one unit */
  was?: Amount
}
export type DealCoupon = {
  applied: boolean
  /** Empty for a reward, and for a coupon that the customer was given */
  code: string
  /** Id of the deal that it unlocks */
  deal: string
  /** Id of the deal that it unlocks; of a coupon that the customer was given its own, for remove-reward */
  id: string
  /** A reward that the customer chose 1, one code for all guests 3, a code of one guest 4 */
  kind: 1 | 3 | 4
  label: string
  /** Of a reward: its price, which placing the order takes if it is applied */
  points?: number
}
export type LostDeal = {
  id: string
  label: string
  /** No use is left, none of this guest, too few points, or the coupon is in another order of the customer, or has expired */
  reason: 'limit' | 'customer-limit' | 'points' | 'used' | 'ended'
}
export type DealFix = {
  /** For time: UTC; the earliest time to choose */
  at?: string
  /** For handoff: the handoff to choose */
  handoff?: number
  /** For add-item: the item to add, as it comes */
  itemId?: string
  kind: 'add-item' | 'add-items' | 'handoff' | 'time' | 'sign-in'
  /** For add-item */
  quantity?: number
  /** For add-item: the deal reduces this item, so that its price is not what the guest pays */
  reduces?: boolean
}
export type DealItem = {
  itemId: string
  label: string
  price: Amount
  slug: string
}
export type MissedDeal = {
  /** The code that unlocked it */
  coupon?: string
  /** The cheapest change that lets it apply */
  fix?: DealFix
  /** UTC; when it begins to apply, judged at the time of the order's handoff */
  from?: string
  /** The ways to get the order that it is for */
  handoffs?: number[]
  id: string
  /** Items that it is for and that are available, the cheapest first */
  items?: DealItem[]
  label: string
  /** What the subtotal lacks */
  missing?: Amount
  /** How many of the items are missing */
  quantity?: number
  reason:
    | 'amount'
    | 'handoff'
    | 'time'
    | 'items'
    | 'sign-in'
    | 'other-deal'
    | 'limit'
    | 'customer-limit'
    | 'points'
    | 'used'
    | 'elsewhere'
    | 'ended'
  /** UTC; when it ceases to apply */
  until?: string
}
export type OtherDeal = {
  id: string
  label: string
  /** All discounts together if the guest chooses it */
  saving: Amount
}
export type Deals = {
  /** Ids of the deals that the guest chose; empty: the best combination */
  chosen: string[]
  /** Codes that the guest entered, and rewards that the customer chose */
  coupons: DealCoupon[]
  /** Deals that were used up before the order was placed */
  lost: LostDeal[]
  /** Deals within reach, and coupons that do not apply, the most valuable first */
  missed: MissedDeal[]
  /** Deals that the guest can choose instead of the applied ones */
  others: OtherDeal[]
}
export type Hold = {
  /** The earliest available time */
  asap?: boolean
  /** UTC */
  end: string
  /** UTC; when the hold expires */
  expires: string
  /** UTC */
  start: string
}
export type ChosenModifier = {
  /** 0 for a choice of the item, 1 for a choice of that choice */
  depth: number
  label: string
  /** Price in one unit of the line, beyond the included ones */
  price: Amount
  quantity: number
}
export type Line = {
  /** Choices for editing the line */
  choices: Choice[]
  increment: number
  instructions?: string
  itemId: string
  label: string
  lineId: string
  maximum: number
  minimum: number
  /** Differences from the default item, and always the parts of a combo */
  modifiers: ChosenModifier[]
  picture?: string
  /** UnitPrice times quantity */
  price: Amount
  quantity: number
  section: string
  slug: string
  /** Layers of the drawing as chosen, bottom first */
  stack?: string[]
  /** Price of one with its modifiers */
  unitPrice: Amount
}
export type Fix = {
  kind: 'add-items' | 'quantity' | 'remove' | 'edit' | 'time' | 'tip' | 'store'
  /** The line to change */
  lineId?: string
  /** The new quantity */
  quantity?: number
}
export type Obstacle = {
  code: string
  /** Possible remedies, the smallest first */
  fixes: Fix[]
  /** English; the site shows its own text for the code */
  message: string
  /** Values in the sentence: amounts, numbers, labels */
  params?: {
    [key: string]: any
  }
  /** JSON pointer to the invalid value */
  pointer?: string
}
export type BasketStore = {
  /** On one line, in the format of the language */
  address: string
  city: string
  country: string
  currency: 'usd' | 'cad'
  /** Handoffs for online orders */
  handoffs: number[]
  id: string
  label: string
  phone?: string
  slug: string
  /** Code of the state or province */
  state: string
  timeZone: string
}
export type Tip = {
  amount?: Amount
  kind: 'none' | 'percent' | 'amount'
  percent?: number
}
export type TipOption = {
  amount: Amount
  percent: number
}
export type Totals = {
  adjustments: Adjustment[]
  charges: Charge[]
  subtotal: Amount
  taxes: Tax[]
  tip: Amount
  /** The subtotal less the adjustments, plus charges, taxes and tip */
  total: Amount
}
export type Basket = {
  category: 'everyday' | 'catering'
  /** Changes since the guest last saw the basket, until the guest accepts them */
  changes: Change[]
  /** Number of items: the sum of the quantities */
  count: number
  cutlery: boolean
  /** The brand offers a cutlery kit */
  cutleryOffer: boolean
  /** Coupons and deals; those that apply are in the adjustments. Absent without any */
  deals?: Deals
  /** Points that the order would earn for a customer. Absent without a loyalty programme */
  earns?: number
  handoff: 1 | 2 | 3 | 4 | 6
  hold?: Hold
  instructions?: string
  lines: Line[]
  /** The basket's secret token */
  orderId: string
  /** Token of the order made from this basket */
  orderToken?: string
  /** Obstacles to an order; pointers /lines/{lineId}, /timeslot, /tip, / */
  problems: Obstacle[]
  state: 'open' | 'placing' | 'placed'
  store: BasketStore
  /** Absent until the guest chooses */
  tip?: Tip
  tipOptions: TipOption[]
  totals: Totals
  version: number
  /** UTC; the chosen time, held or expired: availability is checked at this time */
  wanted?: string
}
export type CouponInputBody = {
  /** In any case, with or without spaces and dashes */
  code: string
  orderId: string
}
export type DealPrice = {
  /** UTC; when the promotion stops running */
  ends?: string
  itemId: string
  label: string
  /** What the promotion takes off the price with all choices; absent: was minus price */
  percent?: number
  price: Amount
  promotionId: string
  /** The price without the promotion */
  was: Amount
}
export type DealHours = {
  /** HH:MM */
  close: string
  /** HH:MM */
  open: string
}
export type DealPlace = {
  city: string
  id: string
  label: string
  slug: string
}
export type Deal = {
  /** What it takes off */
  amount?: Amount
  /** UTC; when it stops running, until its next day or hours */
  ends?: string
  /** YYYY-MM-DD, the first day */
  from?: string
  /** Absent: every handoff */
  handoffs?: number[]
  hours?: DealHours
  id: string
  /** orderAmount, itemFree, … */
  kind: string
  label: string
  /** Restaurants of the country that have it; absent: all */
  locations?: DealPlace[]
  minSubtotal?: Amount
  /** UTC; when it begins, if it does not run now */
  next?: string
  /** What it takes off */
  percent?: number
  runsNow: boolean
  /** Only for guests with an account */
  signedIn?: boolean
  terms?: string
  text: string
  /** IANA zone of the restaurant of ends or next */
  timeZone?: string
  /** YYYY-MM-DD, the last day */
  until?: string
  /** 0 is Sunday; absent: every day */
  weekdays?: number[]
}
export type PromotionsOutputBody = {
  /** Items of the restaurant with another price because of a promotion */
  prices: DealPrice[]
  /** Promotions without a code that run now or begin within a week */
  promotions: Deal[]
}
export type RewardInputBody = {
  orderId: string
  /** Id of a reward of the catalogue, or of one that the customer was given */
  reward: string
}
export type Check = {
  holidayTimeslotGenEndDate: string | null
  /** UTC; null without a holiday or its timeslots */
  holidayTimeslotGenStartDate: string | null
  isHolidayPeriod: boolean
  isPreorderPeriod: boolean
}
export type State = {
  /** Two letters: TX, QC */
  code: string
  label: string
  /** The same in every language: texas, quebec */
  slug: string
}
export type Address = {
  /** The street */
  address: string
  city: string
  citySlug: string
  /** ISO 3166-1 alpha-2 */
  country: 'US' | 'CA'
  latitude: number
  /** Full address on one line, in the format of the language */
  line: string
  longitude: number
  state: State
  zip: string
}
export type Handoff = {
  /** dine-in 1, pickup 2, delivery 3, curbside 4, drive-through 6 */
  id: 1 | 2 | 3 | 4 | 6
  name: 'dine-in' | 'pickup' | 'delivery' | 'curbside' | 'drive-through'
  /** UTC; earliest time that can be ordered now with this handoff */
  next?: string
}
export type Image = {
  url: string
}
export type Opening = {
  /** UTC; closing time, if open and it closes within a week */
  closesAt?: string
  /** UTC; next opening, if it closes and opens again within a week */
  opensAt?: string
  state: 'open' | 'closed' | 'by-appointment'
}
export type SocialNetwork = {
  network: string
  url: string
}
export type WorkingHours = {
  active: boolean
  closed?: string
  /** 0 is Sunday */
  day: number
  /** The weekday in the language of the request */
  label: string
  opened?: string
}
export type Location = {
  address: Address
  byAppointment: boolean
  currency: 'usd' | 'cad'
  /** Label of the delivery partner */
  deliveryPartner?: string
  /** Distance from the searched place */
  distanceMeters?: number
  /** Opaque id in the restaurant's own system */
  externalId?: string
  /** Handoffs for online orders; empty without online orders */
  handoffs: Handoff[]
  id: string
  image?: Image
  label: string
  onlineOrdering: boolean
  opening: Opening
  /** E.164 */
  phone?: string
  slug: string
  socialNetworks: SocialNetwork[]
  status: 'open' | 'coming-soon' | 'closed'
  /** A sentence under its name */
  subtitle?: string
  /** IANA */
  timeZone: string
  /** Sunday first */
  workingHours: WorkingHours[]
}
export type Place = {
  label: string
  latitude: number
  longitude: number
  /** A whole state or province: the restaurants are in it, not near it */
  region?: boolean
  /** The searched street, if only its town, ZIP or postal code was found */
  unknownStreet?: string
}
export type RemedyStore = {
  city: string
  label: string
  slug: string
  /** IANA */
  timeZone: string
}
export type Remedy = {
  /** UTC; opening time, for open */
  at?: string
  /** Number of near restaurants that it finds; 0 if all are far */
  count?: number
  /** Distance of the nearest */
  distanceMeters?: number
  /** open, handoff, filter: drop this condition. all: drop all conditions. far: go to store */
  kind: 'open' | 'handoff' | 'filter' | 'all' | 'far'
  /** open: the first to open, within a week. far, or if all are far: the nearest */
  store?: RemedyStore
}
export type Why = {
  /** far: no restaurant is near. closed: the near ones are closed at that time. handoff: they do not offer the handoff. closed-handoff: they do not offer it at that time. filter: they do not match the filter */
  reason: 'far' | 'closed' | 'handoff' | 'closed-handoff' | 'filter'
  /** The cheapest first; each is sufficient alone */
  remedies: Remedy[]
}
export type ListOutputBody = {
  cursor?: string
  /** Nearest first for a searched place, otherwise by state, city and name */
  locations: Location[]
  /** The place that the search was resolved to */
  place?: Place
  total: number
  /** Reason for an empty list, on its first page */
  why?: Why
}
export type Pin = {
  city: string
  citySlug: string
  /** Handoffs for online orders */
  handoffs: number[]
  id: string
  label: string
  latitude: number
  longitude: number
  opening: Opening
  slug: string
  /** Code */
  state: string
}
export type AtlasState = {
  /** Two letters: TX, QC */
  code: string
  country: 'US' | 'CA'
  label: string
  /** The same in every language: texas, quebec */
  slug: string
}
export type Atlas = {
  /** Sorted by country, state, city and name */
  locations: Pin[]
  /** States and provinces of the restaurants */
  states: AtlasState[]
}
export type Unavailable = {
  /** Label of the daypart that serves it next */
  daypart?: string
  /** HH:MM local: start of that daypart */
  from?: string
  reason: 'sold-out' | 'not-served-now' | 'handoff'
  /** HH:MM local: end of that daypart; on the next day if not after from */
  to?: string
  /** UTC; when it is available again, if known */
  until?: string
}
export type ItemAway = {
  itemId: string
  unavailable: Unavailable
}
export type ModifierAway = {
  modifierId: string
  unavailable: Unavailable
}
export type AvailabilityOutputBody = {
  /** Items that are unavailable for that handoff at that time */
  items: ItemAway[]
  modifiers: ModifierAway[]
  /** UTC; earliest time that can be ordered now with this handoff */
  next?: string
  opening: Opening
}
export type Region = {
  city?: string
  /** Restaurants there */
  count: number
  country: 'US' | 'CA'
  /** Centre of the restaurants there */
  latitude: number
  longitude: number
  /** Of the city, or of the state */
  slug: string
  state: State
}
export type RegionsOutputBody = {
  regions: Region[]
}
export type Calories = {
  max: number
  min: number
}
export type Layer = {
  by?: string
  layer: string
}
export type Item = {
  /** Of the nine major allergens */
  allergens: string[]
  calories?: Calories
  /** Default modifiers, for the drawing */
  defaultChoices: string[]
  description: string
  /** Brand-wide */
  id: string
  label: string
  maximumQuantity: number
  minimumQuantity: number
  /** Name of its drawing; absent with a stack */
  picture?: string
  /** Price with the default choices */
  price: Amount
  quantityIncrement: number
  /** It can be added without a choice */
  quick: boolean
  /** Slug of its section: the subcategory in its page's address */
  section: string
  serves?: number
  slug: string
  stack?: Layer[]
  tags: string[]
  unavailable?: Unavailable
}
export type ItemsOutputBody = {
  items: Item[]
}
export type DeliveryRadiusCenterStruct = {
  latitude: number
  longitude: number
}
export type Geometry = {
  coordinates: number[][][]
  type: 'Polygon'
}
export type DeliveryRadius = {
  /** The restaurant */
  center: DeliveryRadiusCenterStruct
  /** The zone as GeoJSON; a circle is approximated by a polygon */
  geometry: Geometry
  /** Radius, if the zone is a circle */
  radiusMeters?: number
}
export type Favorites = {
  locationIds: string[]
}
export type Modifier = {
  allergens: string[]
  calories?: number
  /** Groups to choose from once this option is chosen */
  groups?: ModifierGroup[]
  id: string
  /** Quantities are multiples of it */
  increment: number
  label: string
  /** Maximum quantity of this option */
  max: number
  /** Minimum quantity of this option, if chosen */
  min: number
  note?: string
  /** Signed price of one, beyond the group's included ones */
  price: Amount
  /** Default quantity; 0 is not chosen */
  quantity: number
  unavailable?: Unavailable
}
export type ModifierGroup = {
  id: string
  /** Number of selections included in the item's price */
  included: number
  label: string
  maxSelects: number
  minSelects: number
  modifiers: Modifier[]
}
export type ItemDetails = {
  /** Of the nine major allergens */
  allergens: string[]
  calories?: Calories
  /** Default modifiers, for the drawing */
  defaultChoices: string[]
  description: string
  groups: ModifierGroup[]
  /** Brand-wide */
  id: string
  label: string
  maximumQuantity: number
  minimumQuantity: number
  /** Name of its drawing; absent with a stack */
  picture?: string
  /** Price with the default choices */
  price: Amount
  quantityIncrement: number
  /** It can be added without a choice */
  quick: boolean
  /** Slug of its section: the subcategory in its page's address */
  section: string
  serves?: number
  slug: string
  stack?: Layer[]
  tags: string[]
  unavailable?: Unavailable
  upsell?: Item[]
}
export type Dish = {
  /** Of the nine major allergens */
  allergens: string[]
  calories?: Calories
  /** Default modifiers, for the drawing */
  defaultChoices: string[]
  description: string
  /** Brand-wide */
  id: string
  label: string
  /** Name of its drawing; absent with a stack */
  picture?: string
  /** Slug of its section: the subcategory in its page's address */
  section: string
  serves?: number
  slug: string
  stack?: Layer[]
  tags: string[]
}
export type BrandSection = {
  dishes: Dish[]
  id: string
  label: string
  /** A sentence under its title */
  line?: string
  slug: string
}
export type BrandMenu = {
  categoryId: number
  id: string
  label: string
  sections: BrandSection[]
  slug: string
}
export type BrandMenusOutputBody = {
  menus: BrandMenu[]
}
export type Section = {
  id: string
  items: Item[]
  label: string
  /** A sentence under its title */
  line?: string
  slug: string
}
export type Menu = {
  categoryId: number
  id: string
  label: string
  sections: Section[]
  slug: string
}
export type MenusOutputBody = {
  /** The menu of the category */
  menus: Menu[]
}
export type SectionHead = {
  count: number
  id: string
  label: string
  slug: string
}
export type SectionsOutputBody = {
  sections: SectionHead[]
}
export type Calendar = {
  handoff: Handoff
  /** Sunday first */
  workingHours: WorkingHours[]
}
export type Hours = {
  closed: string
  opened: string
}
export type SpecialHours = {
  /** False if closed */
  active: boolean
  /** YYYY-MM-DD in the restaurant's zone */
  from: string
  /** Absent: the restaurant's own hours, and handoffs without their own */
  handoff?: Handoff
  hours: Hours[]
  to: string
}
export type LocationDetails = {
  address: Address
  byAppointment: boolean
  /** Handoffs with their own hours; the others have workingHours */
  calendars: Calendar[]
  currency: 'usd' | 'cad'
  /** Label of the delivery partner */
  deliveryPartner?: string
  /** Distance from the searched place */
  distanceMeters?: number
  /** Opaque id in the restaurant's own system */
  externalId?: string
  /** Handoffs for online orders; empty without online orders */
  handoffs: Handoff[]
  id: string
  image?: Image
  label: string
  onlineOrdering: boolean
  opening: Opening
  /** E.164 */
  phone?: string
  slug: string
  socialNetworks: SocialNetwork[]
  /** Days among the next 60 with other hours than the week, in order */
  specialHours: SpecialHours[]
  status: 'open' | 'coming-soon' | 'closed'
  /** A sentence under its name */
  subtitle?: string
  /** IANA */
  timeZone: string
  /** Sunday first */
  workingHours: WorkingHours[]
}
export type SuggestOutputBody = {
  /** At most five completions, the likeliest first */
  places: string[]
}
export type AddInputBody = {
  /** All choices including the defaults; absent: the defaults */
  choices?: Choice[]
  /** Plain text, at most 500 characters */
  instructions?: string
  itemId: string
  orderId: string
  quantity: number
}
export type ChangeInputBody = {
  /** Absent: unchanged */
  choices?: Choice[]
  /** Plain text, at most 500 characters */
  instructions?: string
  orderId: string
  quantity: number
}
export type NewLine = {
  /** All choices including the defaults; absent: the defaults */
  choices?: Choice[]
  /** Plain text, at most 500 characters */
  instructions?: string
  itemId: string
  quantity: number
}
export type StartInputBody = {
  category: 'everyday' | 'catering'
  /** Token of a basket to copy the lines from; differences at this restaurant or with this handoff are in changes. The other basket is not changed */
  from?: string
  /** pickup 2, curbside 4 */
  handoff: 2 | 4
  /** A line to add */
  line?: NewLine
  locationId: string
}
export type ArrivalInputBody = {
  /** Absent: the one named before */
  vehicle?: Vehicle
}
export type CustomerBasket = {
  category: 'everyday' | 'catering'
  /** Number of items */
  count: number
  /** A page of the other country cannot order it */
  currency: 'usd' | 'cad'
  handoff: number
  locationId: string
  orderId: string
}
export type SignedInOutputBody = {
  /** On other devices, the newest first. None is merged: use its token */
  baskets: CustomerBasket[]
  /** Guest orders of the last 30 days with the customer's address; now the customer's */
  claimed: number
}
export type SignedInInputBody = {
  /** Token of the guest's basket, which is kept */
  orderId?: string
}
export type UpdateInputBody = {
  /** The guest accepts the changes: prices are updated, unavailable items are removed */
  acceptChanges?: boolean
  /** Deals to apply instead of the best ones; empty: the best */
  chosenDeals?: string[]
  cutlery?: boolean
  /** Plain text, at most 500 characters */
  instructions?: string
  tip?: Tip
}
export type Placement = {
  /** URL of the bank's authentication page; call confirm-authentication afterwards */
  nextAction?: string
  /** Number that the restaurant calls out, once placed */
  number?: string
  /** Unguessable; it gives access to the order */
  orderToken: string
  state: 'placed' | 'authentication'
}
export type Billing = {
  /** Required */
  address?: string
  /** Required */
  cardholder?: string
  /** Required */
  city?: string
  /** Required. State or province */
  state?: string
  /** Required. ZIP or postal code */
  zip?: string
}
export type Contact = {
  /** Required */
  email?: string
  /** Required */
  firstName?: string
  /** Required */
  lastName?: string
  /** Required. In any usual form of the restaurant's country, or with + */
  phone?: string
}
export type CardInputBody = {
  /** Required */
  billing?: Billing
  /** Required */
  contact?: Contact
  /** Required. Token of the card from the hosted field */
  paymentMethod?: string
  /** Total that the guest saw; refused if it differs from the server's */
  total: Amount
  /** Required for curbside */
  vehicle?: Vehicle
}
export type FreeInputBody = {
  /** Required */
  contact?: Contact
  /** Required for curbside */
  vehicle?: Vehicle
}
export type Method = {
  /** Address of the hosted card field; its parameter key is the publishable key */
  field: string
  /** Charge 2 */
  kind: 2
  provider: 'sandbox' | 'stripe'
  publishableKey: string
}
export type MethodsOutputBody = {
  /** Empty for a free order */
  methods: Method[]
  total: Amount
}
export type TimeLeft = {
  /** The earliest available time */
  asap?: boolean
  /** Additional changes that the guest would have to accept at that time. The basket is not changed */
  changes?: Change[]
  /** UTC */
  end: string
  full?: boolean
  /** UTC */
  start: string
}
export type Day = {
  /** YYYY-MM-DD in the restaurant's zone */
  date: string
  slots: TimeLeft[]
}
export type DayAhead = {
  /** Why the day has no times: closed on that weekday, closed on that date, or too late for today */
  closed?: 'weekday' | 'date' | 'too-late'
  /** YYYY-MM-DD */
  date: string
}
export type TimesOutputBody = {
  /** The earliest free time, if the restaurant serves now */
  asap?: TimeLeft
  day: Day
  /** Dates that can be requested, today first */
  days: DayAhead[]
}
export type HoldInputBody = {
  /** Hold the earliest free time */
  asap?: boolean
  /** UTC; hold this time */
  start?: string
}
export type VerifyInputBody = {
  /** Of the mail */
  code: string
}
export type ContestRules = {
  /** UTC */
  closes?: string
  /** Of residence, as ISO 3166-1 alpha-2 */
  countries?: string[]
  /** In years */
  minAge?: number
  /** It takes entries now. Otherwise the answer has nothing else */
  open: boolean
  /** States and provinces of residence; absent: all of the countries */
  regions?: string[]
}
export type TokenOutputBody = {
  /** Valid for a day */
  token: string
  /** Seconds until a form with the token is accepted */
  wait: number
}
export type UploadOutputBody = {
  height?: number
  /** For photos or resume of the form, within a day. It serves once */
  name: string
  /** Pixels of the picture as it is stored: upright, at most 4 megapixels */
  width?: number
}
export const {
  useConfirmMutation,
  useConfirmCustomerEmailMutation,
  useSendConfirmationCodeMutation,
  usePasskeyConfirmOptionsMutation,
  useBeginConfirmSocialMutation,
  useConfirmSocialMutation,
  useChangePasswordMutation,
  useConfirmEmailMutation,
  useForgotPasswordMutation,
  useSetPasswordMutation,
  useListLinkedProvidersQuery,
  useUnlinkProviderMutation,
  useBeginLinkProviderMutation,
  useLinkProviderMutation,
  useLoginCustomerMutation,
  useLoginCustomerPasskeyMutation,
  usePasskeyLoginOptionsMutation,
  useLoginCustomerSocialMutation,
  usePasskeyOptionsMutation,
  useListPasskeysQuery,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
  useListSessionsQuery,
  useEndSessionMutation,
  useSignUpMutation,
  useListSocialQuery,
  useBeginSocialMutation,
  useSendVerificationEmailMutation,
  useApplyForJobMutation,
  useListAchievementsQuery,
  useListEntriesQuery,
  useOpenMysteryRewardMutation,
  useGetMysteryProgressQuery,
  useGetPointsQuery,
  useListRewardsQuery,
  useListStoreItemsQuery,
  useGetWalletSuggestionQuery,
  useGetProfileQuery,
  useChangeProfileMutation,
  useListBuildsQuery,
  useAddBuildMutation,
  useRemoveBuildMutation,
  useChangeBuildMutation,
  useKeepProfileMutation,
  useDeleteProfileMutation,
  useListDeliveryAddressesQuery,
  useAddDeliveryAddressMutation,
  useRemoveDeliveryAddressMutation,
  useChangeDeliveryAddressMutation,
  useChangeEmailMutation,
  useExportProfileQuery,
  useGetNotificationsQuery,
  useSetNotificationsMutation,
  useListOwnOrdersQuery,
  useRemovePrimaryAddressMutation,
  useGetPrimaryAddressQuery,
  useSetPrimaryAddressMutation,
  useGetReferralsQuery,
  useListVehiclesQuery,
  useAddVehicleMutation,
  useRemoveVehicleMutation,
  useChangeVehicleMutation,
  useApplyCouponMutation,
  useRemoveCouponMutation,
  useListPromotionsQuery,
  useApplyRewardMutation,
  useRemoveRewardMutation,
  useCheckHolidayQuery,
  useListLocationsQuery,
  useListAllLocationsQuery,
  useGetAvailabilityQuery,
  useListBossLocationsQuery,
  useListBossStatesQuery,
  useListCitiesQuery,
  useListCrossSellItemsQuery,
  useGetDeliveryRadiusQuery,
  useListFavoritesQuery,
  useRemoveFavoriteMutation,
  useSetFavoriteMutation,
  useGetItemDetailsQuery,
  useListItemsQuery,
  useListBrandMenusQuery,
  useGetMenusQuery,
  useListSectionsQuery,
  useGetLocationBySlugQuery,
  useListStatesQuery,
  useSuggestPlacesQuery,
  useListUpsellItemsQuery,
  useGetLocationQuery,
  useAddLineMutation,
  useRemoveLineMutation,
  useChangeLineMutation,
  useStartBasketMutation,
  useArriveMutation,
  useGetOrderEventQuery,
  useCancelOrderMutation,
  useListCustomerOrdersQuery,
  useSignInOrdersMutation,
  useReorderMutation,
  useGetOrderStatusQuery,
  useGetOrderQuery,
  useGetBasketQuery,
  useUpdateBasketMutation,
  useConfirmAuthenticationMutation,
  usePayByCardMutation,
  usePayNothingMutation,
  useListPaymentMethodsQuery,
  useReleaseTimeslotMutation,
  useListTimeslotsQuery,
  useHoldTimeslotMutation,
  useSendCateringFeedbackMutation,
  useAskPrivacyMutation,
  useSendPrivacyCodeMutation,
  useVerifyPrivacyMutation,
  useGetContestQuery,
  useEnterContestMutation,
  useDoNotSellMutation,
  useSendFeedbackMutation,
  useGetFormTokenQuery,
  useSendReviewMutation,
  useSendTalkMutation,
  useUploadFileMutation,
} = injectedRtkApi
