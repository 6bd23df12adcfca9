import { api } from './api'
export const addTagTypes = ['holiday', 'locations', 'basket', 'order', 'payment'] as const
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
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
    }),
    overrideExisting: false,
  })
export { injectedRtkApi as generated }
export type CheckHolidayApiResponse = /** status 200 Whether a holiday is on */ Check
export type CheckHolidayApiArg = {
  /** location.id[eq]ID */
  filter?: string
}
export type ListLocationsApiResponse =
  /** status 200 Restaurants: all, in a state or city, or nearest to a place or a point */ ListOutputBody
export type ListLocationsApiArg = {
  /** City, city and state, state or province, ZIP or postal code, or an address */
  q?: string
  /** Of the point to search near; 0, 0 means no point */
  latitude?: number
  /** Of the point to search near */
  longitude?: number
  /** Code, slug or name of a state or province: QC, quebec */
  state?: string
  /** Slug or name of a city of that state */
  city?: string
  /** Only restaurants that take orders this way */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** now, or an instant (UTC): only restaurants that serve then, by the hours of the handoff when one is asked for */
  open?: string
  /** property[operator]value, joined with ; */
  filter?: string
  /** How many at most */
  limit?: number
  /** cursor of the previous page */
  cursor?: string
}
export type ListAllLocationsApiResponse =
  /** status 200 Every restaurant, small enough for a map; with an ETag */ Atlas
export type ListAllLocationsApiArg = {
  /** Only that country */
  country?: 'US' | 'CA'
  /** property[operator]value, joined with ; */
  filter?: string
  /** ETag of the previous answer */
  'If-None-Match'?: string
}
export type GetAvailabilityApiResponse =
  /** status 200 What cannot be had at a restaurant */ AvailabilityOutputBody
export type GetAvailabilityApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** The menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; when the food is wanted. Default: the earliest time that can be ordered */
  at?: string
}
export type ListBossLocationsApiResponse =
  /** status 200 Every restaurant, those coming soon and closed too */ ListOutputBody
export type ListBossLocationsApiArg = {
  /** City, city and state, state or province, ZIP or postal code, or an address */
  q?: string
  /** Of the point to search near; 0, 0 means no point */
  latitude?: number
  /** Of the point to search near */
  longitude?: number
  /** Code, slug or name of a state or province: QC, quebec */
  state?: string
  /** Slug or name of a city of that state */
  city?: string
  /** Only restaurants that take orders this way */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** now, or an instant (UTC): only restaurants that serve then, by the hours of the handoff when one is asked for */
  open?: string
  /** property[operator]value, joined with ; */
  filter?: string
  /** How many at most */
  limit?: number
  /** cursor of the previous page */
  cursor?: string
}
export type ListBossStatesApiResponse =
  /** status 200 States and provinces of every restaurant */ RegionsOutputBody
export type ListBossStatesApiArg = {
  /** Only that country */
  country?: 'US' | 'CA'
}
export type ListCitiesApiResponse = /** status 200 Cities that have restaurants */ RegionsOutputBody
export type ListCitiesApiArg = {
  /** Code, slug or name of a state or province: QC, quebec */
  state?: string
}
export type ListCrossSellItemsApiResponse =
  /** status 200 What a basket lacks and can be had */ ItemsOutputBody
export type ListCrossSellItemsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** The menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; when the food is wanted. Default: the earliest time that can be ordered */
  at?: string
  /** Ids of what is in the basket */
  items?: string[]
  /** How many at most */
  limit?: number
}
export type GetDeliveryRadiusApiResponse = /** status 200 Where a restaurant delivers */ DeliveryRadius
export type GetDeliveryRadiusApiArg = {
  /** Id of a restaurant */
  locationId: string
}
export type GetItemDetailsApiResponse = /** status 200 An item with its modifier groups */ ItemDetails
export type GetItemDetailsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** The menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; when the food is wanted. Default: the earliest time that can be ordered */
  at?: string
  /** Id or slug */
  item: string
}
export type ListItemsApiResponse = /** status 200 Items of a restaurant's menu */ ItemsOutputBody
export type ListItemsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** The menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; when the food is wanted. Default: the earliest time that can be ordered */
  at?: string
  /** Slug; all sections when empty */
  section?: string
}
export type ListBrandMenusApiResponse =
  /** status 200 The brand's menus, as they are before a restaurant is chosen: without prices */ BrandMenusOutputBody
export type ListBrandMenusApiArg = void
export type GetMenusApiResponse =
  /** status 200 A restaurant's menu with its sections and items */ MenusOutputBody
export type GetMenusApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** The menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; when the food is wanted. Default: the earliest time that can be ordered */
  at?: string
}
export type ListSectionsApiResponse = /** status 200 Sections of a restaurant's menu */ SectionsOutputBody
export type ListSectionsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** The menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; when the food is wanted. Default: the earliest time that can be ordered */
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
  /** Only that country */
  country?: 'US' | 'CA'
}
export type SuggestPlacesApiResponse =
  /** status 200 What a search may become, while it is typed */ SuggestOutputBody
export type SuggestPlacesApiArg = {
  /** The beginning of a city, a state or province, a ZIP or postal code, or of a restaurant's address */
  q: string
}
export type ListUpsellItemsApiResponse =
  /** status 200 What goes with an item and can be had */ ItemsOutputBody
export type ListUpsellItemsApiArg = {
  /** Id of a restaurant */
  locationId: string
  /** The menu */
  category?: 'everyday' | 'catering'
  /** pickup 2, delivery 3, curbside 4, dine-in 1, drive-through 6 */
  handoff?: 1 | 2 | 3 | 4 | 6
  /** UTC; when the food is wanted. Default: the earliest time that can be ordered */
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
  /** Repeating a key changes nothing a second time */
  'Idempotency-Key'?: string
  addInputBody: AddInputBody
}
export type RemoveLineApiResponse = /** status 200 Remove a line */ Basket
export type RemoveLineApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** Repeating a key changes nothing a second time */
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
  /** Repeating a key changes nothing a second time */
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
  /** status 200 The guest of a curbside order is there; saying it again changes nothing, but may correct the car */ Order
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
  /** A calendar that follows the link does not say the guest's language */
  locale?: 'en' | 'en-ca' | 'fr-ca'
}
export type CancelOrderApiResponse = /** status 200 Cancel an order that the kitchen has not begun */ Order
export type CancelOrderApiArg = {
  /** Token of the order. It grants access to the order */
  orderToken: string
  /** A new random key for each intention of the guest; every retry repeats it */
  'Idempotency-Key': string
}
export type ReorderApiResponse =
  /** status 200 Start a basket with what an order had; what is different now, or cannot be had, is in changes */ Basket
export type ReorderApiArg = {
  /** Token of the order. It grants access to the order */
  orderToken: string
  /** Repeating a key gives the same basket */
  'Idempotency-Key': string
}
export type GetOrderStatusApiResponse = /** status 200 How an order stands; small, with an ETag */ OrderStatus
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
  /** status 200 Read a basket with its totals and what stands in its way */ Basket
export type GetBasketApiArg = {
  /** Token of the basket. It grants access to the basket */
  orderId: string
}
export type UpdateBasketApiResponse =
  /** status 200 Change instructions, cutlery or tip, or accept changes */ Basket
export type UpdateBasketApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** Repeating a key changes nothing a second time */
  'Idempotency-Key'?: string
  /** Token of the basket. It grants access to the basket */
  orderId: string
  updateInputBody: UpdateInputBody
}
export type ConfirmAuthenticationApiResponse =
  /** status 200 Go on after the bank asked the guest */ Placement
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
  /** The same key and body get the same answer */
  'Idempotency-Key': string
  cardInputBody: CardInputBody
}
export type PayNothingApiResponse = /** status 200 Place an order that costs nothing */ Placement
export type PayNothingApiArg = {
  /** Token of the basket. It grants access to the basket */
  orderId: string
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** The same key and body get the same answer */
  'Idempotency-Key': string
  freeInputBody: FreeInputBody
}
export type ListPaymentMethodsApiResponse = /** status 200 Ways to pay for a basket */ MethodsOutputBody
export type ListPaymentMethodsApiArg = {
  /** Token of the basket. It grants access to the basket */
  orderId: string
}
export type ReleaseTimeslotApiResponse = /** status 200 Give a held time up */ Basket
export type ReleaseTimeslotApiArg = {
  /** Version of the basket that the guest saw */
  'If-Match': string
  /** Repeating a key changes nothing a second time */
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
  /** Repeating a key changes nothing a second time */
  'Idempotency-Key'?: string
  /** Token of the basket. It grants access to the basket */
  orderId: string
  holdInputBody: HoldInputBody
}
export type Check = {
  holidayTimeslotGenEndDate: string | null
  /** UTC; null when there is no holiday, or none of its timeslots */
  holidayTimeslotGenStartDate: string | null
  isHolidayPeriod: boolean
  isPreorderPeriod: boolean
}
export type Detail = {
  code: string
  /** English; the site words the code in the guest's language */
  message: string
  /** Values that the sentence names: amounts, numbers, labels */
  params?: {
    [key: string]: any
  }
  /** JSON pointer to what is wrong */
  pointer?: string
}
export type Problem = {
  code: string
  /** The basket to go on with, as get-basket answers it, when the caller knew an older one (basket-changed, price-changed) */
  current?: any
  /** English, one per finding */
  errors: string[]
  /** English, for other clients */
  message: string
  /** Values that the sentence of the code names */
  params?: {
    [key: string]: any
  }
  /** One per finding */
  problems?: Detail[]
  /** Names the request in the log */
  requestId?: string
  status: number
  title: string
  /** urn:problem:<code> */
  type: string
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
  /** All of it on one line, as the language writes it */
  line: string
  longitude: number
  state: State
  zip: string
}
export type Handoff = {
  /** dine-in 1, pickup 2, delivery 3, curbside 4, drive-through 6 */
  id: 1 | 2 | 3 | 4 | 6
  name: 'dine-in' | 'pickup' | 'delivery' | 'curbside' | 'drive-through'
  /** UTC; earliest time that can be ordered this way now */
  next?: string
}
export type Image = {
  url: string
}
export type Opening = {
  /** UTC; when open and it closes */
  closesAt?: string
  /** UTC; when it opens next, if it closes at all and that is within a week */
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
  /** From the place that was searched */
  distanceMeters?: number
  /** Opaque id in the restaurant's own system */
  externalId?: string
  /** Ways that can be ordered online; empty when it takes no online orders */
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
  /** It is a whole state or province: restaurants are in it, not near it */
  region?: boolean
  /** The street that was asked for, where the place is only its town, ZIP or postal code */
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
  /** UTC; open: when it opens */
  at?: string
  /** How many restaurants it finds there; none where all are far */
  count?: number
  /** Of the nearest: how far it is */
  distanceMeters?: number
  /** open, handoff, filter: ask without it. all: ask for nothing but the place. far: drive to store */
  kind: 'open' | 'handoff' | 'filter' | 'all' | 'far'
  /** open: who opens first, if anybody does within a week. far, and where all are far: the nearest */
  store?: RemedyStore
}
export type Why = {
  /** far: no restaurant is near at all. closed, handoff: those near are closed then, or do not offer that way. closed-handoff: they do not offer it then. filter: they are not what it asks for */
  reason: 'far' | 'closed' | 'handoff' | 'closed-handoff' | 'filter'
  /** The cheapest first; each is enough by itself */
  remedies: Remedy[]
}
export type ListOutputBody = {
  cursor?: string
  /** Nearest first when a place was searched, else by state, city and name */
  locations: Location[]
  /** What the search was understood as */
  place?: Place
  total: number
  /** Why none is near, or none there, on the first page of such a list */
  why?: Why
}
export type Pin = {
  city: string
  citySlug: string
  /** Ways that can be ordered online */
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
  /** By country, state, city and name */
  locations: Pin[]
  /** Those of the restaurants */
  states: AtlasState[]
}
export type Unavailable = {
  /** Label of the daypart that serves it next */
  daypart?: string
  /** HH:MM on the restaurant's wall: when that daypart begins */
  from?: string
  reason: 'sold-out' | 'not-served-now' | 'handoff'
  /** HH:MM: when it ends; not after from: on the next day */
  to?: string
  /** UTC; when it is back, if that is known */
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
  /** What cannot be had for that handoff at that time */
  items: ItemAway[]
  modifiers: ModifierAway[]
  /** UTC; earliest time that can be ordered that way now */
  next?: string
  opening: Opening
}
export type Region = {
  city?: string
  /** Restaurants there */
  count: number
  country: 'US' | 'CA'
  /** Amid the restaurants there */
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
export type Amount = {
  currency: 'usd' | 'cad'
  /** Whole minor units (cents) */
  minor: number
}
export type Layer = {
  by?: string
  layer: string
}
export type Item = {
  /** Of the nine major allergens */
  allergens: string[]
  calories?: Calories
  /** Modifiers that are chosen at first, for the drawing */
  defaultChoices: string[]
  description: string
  /** Brand-wide */
  id: string
  label: string
  maximumQuantity: number
  minimumQuantity: number
  /** Name of its drawing; absent when stack is there */
  picture?: string
  /** Without any modifier that costs */
  price: Amount
  quantityIncrement: number
  /** Can be added without choosing anything */
  quick: boolean
  /** Slug of its section: the subcategory of its page's address */
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
  /** The zone as GeoJSON, a circle as many corners */
  geometry: Geometry
  /** When the zone is a circle */
  radiusMeters?: number
}
export type Modifier = {
  allergens: string[]
  calories?: number
  /** What choosing this option asks next */
  groups?: ModifierGroup[]
  id: string
  /** Only multiples of it */
  increment: number
  label: string
  /** Most of this one option */
  max: number
  /** Fewest of this one option, if any */
  min: number
  note?: string
  /** Signed; each, beyond what the group includes */
  price: Amount
  /** Chosen at first; 0 is not chosen */
  quantity: number
  unavailable?: Unavailable
}
export type ModifierGroup = {
  id: string
  /** How many selections are in the item's price */
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
  /** Modifiers that are chosen at first, for the drawing */
  defaultChoices: string[]
  description: string
  groups: ModifierGroup[]
  /** Brand-wide */
  id: string
  label: string
  maximumQuantity: number
  minimumQuantity: number
  /** Name of its drawing; absent when stack is there */
  picture?: string
  /** Without any modifier that costs */
  price: Amount
  quantityIncrement: number
  /** Can be added without choosing anything */
  quick: boolean
  /** Slug of its section: the subcategory of its page's address */
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
  /** Modifiers that are chosen at first, for the drawing */
  defaultChoices: string[]
  description: string
  /** Brand-wide */
  id: string
  label: string
  /** Name of its drawing; absent when stack is there */
  picture?: string
  /** Slug of its section: the subcategory of its page's address */
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
  /** The menu of the asked category */
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
  /** False when it is closed */
  active: boolean
  /** YYYY-MM-DD in the restaurant's zone */
  from: string
  /** Absent: the doors, and whatever has no hours of its own */
  handoff?: Handoff
  hours: Hours[]
  to: string
}
export type LocationDetails = {
  address: Address
  byAppointment: boolean
  /** Ways to get an order that have hours of their own; the others keep workingHours */
  calendars: Calendar[]
  currency: 'usd' | 'cad'
  /** Label of the delivery partner */
  deliveryPartner?: string
  /** From the place that was searched */
  distanceMeters?: number
  /** Opaque id in the restaurant's own system */
  externalId?: string
  /** Ways that can be ordered online; empty when it takes no online orders */
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
  /** Where the next 60 days differ from the week, in order */
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
  /** At most five searches that it may be the beginning of, the likeliest first */
  places: string[]
}
export type Served = {
  /** HH:MM */
  from: string
  /** UTC; when it begins next, maybe days later */
  next: string
  /** HH:MM; not after from: on the next day */
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
  /** When it is served, if it is not at the time of the basket */
  served?: Served
  /** For one unit */
  was?: Amount
}
export type Hold = {
  /** The earliest that can be had */
  asap?: boolean
  /** UTC */
  end: string
  /** UTC; when the place is given up */
  expires: string
  /** UTC */
  start: string
}
export type Choice = {
  /** What is chosen inside this one, defaults included; absent takes its defaults */
  choices?: Choice[]
  /** Id of the modifier group */
  group: string
  modifier: string
  quantity: number
}
export type ChosenModifier = {
  /** 0 for a choice of the item, 1 for a choice of that choice */
  depth: number
  label: string
  /** For one unit of the line, beyond what is included */
  price: Amount
  quantity: number
}
export type Line = {
  /** To preset an edit */
  choices: Choice[]
  increment: number
  instructions?: string
  itemId: string
  label: string
  lineId: string
  maximum: number
  minimum: number
  /** What differs from the item as it comes, and the parts of a combo in any case */
  modifiers: ChosenModifier[]
  picture?: string
  /** UnitPrice times quantity */
  price: Amount
  quantity: number
  section: string
  slug: string
  /** Layers of the drawing as chosen, bottom first */
  stack?: string[]
  /** One, with its modifiers */
  unitPrice: Amount
}
export type Fix = {
  kind: 'add-items' | 'quantity' | 'remove' | 'edit' | 'time' | 'tip' | 'store'
  /** The line to change */
  lineId?: string
  /** How many there should be of it */
  quantity?: number
}
export type Obstacle = {
  code: string
  /** What would mend it, the least first */
  fixes: Fix[]
  /** English; the site words the code in the guest's language */
  message: string
  /** Values that the sentence names: amounts, numbers, labels */
  params?: {
    [key: string]: any
  }
  /** JSON pointer to what is wrong */
  pointer?: string
}
export type BasketStore = {
  /** One line, as the language writes it */
  address: string
  city: string
  country: string
  currency: 'usd' | 'cad'
  /** Ways that can be ordered online */
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
export type Adjustment = {
  /** What is taken off: positive */
  amount: Amount
  /** Of its source */
  id: string
  /** Of its source */
  kind: string
  label: string
}
export type Charge = {
  amount: Amount
  /** Of its source */
  id: string
  /** Of its source */
  kind: string
  label: string
}
export type Tax = {
  amount: Amount
  base: Amount
  /** Percent, decimal text: 9.975 */
  rate: string
  /** The brand's registration number for this tax */
  registration?: string
  /** Which one; the words for it are the site's */
  tax: 'GST' | 'HST' | 'QST' | 'PST' | 'sales-tax'
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
  /** What changed since the guest last saw it; seen when the guest accepts */
  changes: Change[]
  /** Items: the sum of the quantities */
  count: number
  cutlery: boolean
  /** The brand offers a cutlery kit */
  cutleryOffer: boolean
  handoff: 1 | 2 | 3 | 4 | 6
  hold?: Hold
  instructions?: string
  lines: Line[]
  /** The basket's secret token */
  orderId: string
  /** Of the order that this basket became */
  orderToken?: string
  /** What stands between this basket and an order; pointers /lines/{lineId}, /timeslot, /tip, / */
  problems: Obstacle[]
  state: 'open' | 'placing' | 'placed'
  store: BasketStore
  /** Absent until the guest chose */
  tip?: Tip
  tipOptions: TipOption[]
  totals: Totals
  version: number
  /** UTC; the time that the guest chose, whether or not it is held any more: what can be had is judged at it */
  wanted?: string
}
export type AddInputBody = {
  /** All that is chosen, defaults included; absent takes the defaults */
  choices?: Choice[]
  /** Plain text, at most 500 characters */
  instructions?: string
  itemId: string
  orderId: string
  quantity: number
}
export type ChangeInputBody = {
  /** Absent keeps them */
  choices?: Choice[]
  /** Plain text, at most 500 characters */
  instructions?: string
  orderId: string
  quantity: number
}
export type NewLine = {
  /** All that is chosen, defaults included; absent takes the defaults */
  choices?: Choice[]
  /** Plain text, at most 500 characters */
  instructions?: string
  itemId: string
  quantity: number
}
export type StartInputBody = {
  category: 'everyday' | 'catering'
  /** Token of a basket whose lines come along; what is different at this restaurant, or with this handoff, is in changes. That basket stays as it is */
  from?: string
  /** pickup 2, curbside 4 */
  handoff: 2 | 4
  /** The first line, or one more */
  line?: NewLine
  locationId: string
}
export type OrderModifier = {
  depth: number
  label: string
  quantity: number
}
export type OrderLine = {
  instructions?: string
  label: string
  modifiers: OrderModifier[]
  picture?: string
  price: Amount
  quantity: number
  /** Layers of the drawing, bottom first */
  stack?: string[]
}
export type Arrival = {
  /** UTC; when the guest was there */
  at?: string
  /** The guest can say: I'm here, or correct the car after it */
  awaited: boolean
  /** UTC; the guest can say so from then on, once the kitchen has the order */
  from: string
  state: 'placed' | 'arrived' | 'picked-up'
}
export type Step = {
  at: string
  status: 'scheduled' | 'accepted' | 'in-preparation' | 'ready' | 'completed' | 'cancelled' | 'not-approved'
}
export type OrderStatus = {
  /** Of a curbside order */
  arrival?: Arrival
  cancellable: boolean
  /** It will not change any more */
  final: boolean
  /** UTC */
  promisedAt: string
  /** Seconds */
  refreshAfter: number
  /** The payment was given back */
  refunded: boolean
  /** What was given back of the payment of an order that stands */
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
export type Vehicle = {
  colour: string
  make: string
  model: string
}
export type Order = {
  adjustments: Adjustment[]
  charges: Charge[]
  cutlery: boolean
  /** Where the receipt went, mostly hidden */
  email: string
  /** What tells of the guest was erased at the guest's wish: no name, no email, no lastFour, no notes */
  erased: boolean
  firstName: string
  handoff: number
  instructions?: string
  lastFour?: string
  lines: OrderLine[]
  number: string
  orderToken: string
  /** Charge 2; 0 when it was free */
  paymentKind: number
  placedAt: string
  status: OrderStatus
  store: OrderStore
  subtotal: Amount
  taxes: Tax[]
  tip: Amount
  /** The subtotal less the adjustments, plus charges, taxes and tip */
  total: Amount
  /** Of a curbside order, as it was last said */
  vehicle?: Vehicle
}
export type ArrivalInputBody = {
  /** Absent: the one that was said before */
  vehicle?: Vehicle
}
export type UpdateInputBody = {
  /** The guest has seen the changes: prices are taken over, what cannot be had leaves */
  acceptChanges?: boolean
  cutlery?: boolean
  /** Plain text, at most 500 characters */
  instructions?: string
  tip?: Tip
}
export type Placement = {
  /** Hosted document in which the bank asks the guest; then confirm */
  nextAction?: string
  /** What the restaurant calls out; once placed */
  number?: string
  /** Unguessable: whoever has it reaches the order */
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
  /** Required. Token that the hosted field gave for the card */
  paymentMethod?: string
  /** What the guest saw; another total than the server's is refused */
  total: Amount
  /** Needed for curbside */
  vehicle?: Vehicle
}
export type FreeInputBody = {
  /** Required */
  contact?: Contact
  /** Needed for curbside */
  vehicle?: Vehicle
}
export type Method = {
  /** Address of the hosted card field; it is told the publishable key as its parameter key */
  field: string
  /** Charge 2 */
  kind: 2
  provider: 'sandbox' | 'stripe'
  publishableKey: string
}
export type MethodsOutputBody = {
  /** Empty when the order is free */
  methods: Method[]
  total: Amount
}
export type TimeLeft = {
  /** The earliest that can be had */
  asap?: boolean
  /** What the guest would have to accept at that time, beside what changed anyway. Nothing leaves the basket unasked */
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
  /** Why it has no times: the restaurant is closed on that weekday, or on that date, or it is too late for today */
  closed?: 'weekday' | 'date' | 'too-late'
  /** YYYY-MM-DD */
  date: string
}
export type TimesOutputBody = {
  /** The earliest free time, when the restaurant can make it now */
  asap?: TimeLeft
  day: Day
  /** Dates that can be asked for, today first */
  days: DayAhead[]
}
export type HoldInputBody = {
  /** Hold the earliest free time */
  asap?: boolean
  /** UTC; hold this time */
  start?: string
}
export const {
  useCheckHolidayQuery,
  useListLocationsQuery,
  useListAllLocationsQuery,
  useGetAvailabilityQuery,
  useListBossLocationsQuery,
  useListBossStatesQuery,
  useListCitiesQuery,
  useListCrossSellItemsQuery,
  useGetDeliveryRadiusQuery,
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
} = injectedRtkApi
