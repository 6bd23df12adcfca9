import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import * as v from 'valibot'
import type { ReviewedLayer as Layer, Order } from '../../api/generated'
import { useGetOrderQuery } from '../../api/order'
import { useMarket } from '../../market/useMarket'
import { formatDate } from '../../time/time'
import { TextButton } from '../../ui/form/TextButton'
import tick from '../../ui/form/Tick.module.css'
import { blankContact, ContactPart } from './ContactPart'
import { DateField } from './DateField'
import { contactWithOptionalPhone, optionalMessage, pastDay } from './formRules'
import { GuestFormCard } from './GuestFormCard'
import { LayerChooser } from './LayerChooser'
import { LocationField } from './LocationField'
import { MessageField } from './MessageField'
import { Rating } from './Rating'
import styles from './ReviewForm.module.css'
import { UploadField } from './UploadField'
import { useFormFiles } from './useFormFiles'
import { useGuestForm } from './useGuestForm'
import { useLocationStatus } from './useLocationStatus'
import { useUpload } from './useUpload'

const blank = {
  locationId: '',
  rating: 0,
  layers: [] as Layer[],
  message: '',
  photos: [] as string[],
  visited: '',
  ...blankContact,
  agreed: false,
}

const rules = v.object({
  locationId: v.pipe(v.string(), v.nonEmpty('problem.location-required')),
  rating: v.pipe(v.number(), v.minValue(1, 'problem.rating-required')),
  layers: v.array(v.any()),
  message: optionalMessage,
  photos: v.array(v.string()),
  visited: v.pipe(v.string(), pastDay),
  ...contactWithOptionalPhone,
  agreed: v.boolean(),
})

/** Maximum number of photographs. */
const maxPhotos = 3

/** A review of a location. A guest who comes from an order reviews its dishes layer by layer. */
export function ReviewForm() {
  const { t } = useTranslation()
  const { order, leaveOrder } = useReviewedOrder()
  const guest = useGuestForm({
    kind: 'review',
    blank,
    rules,
    unsaved: ['photos'],
    toEntry: ({ layers, ...fields }) => ({
      ...fields,
      photos: uploads.names,
      ...(order && { orderToken: order.orderToken, layers: layersOf(order, layers) }),
    }),
  })
  const { form, error, sentBy } = guest
  const uploads = useUpload({ form: 'review', kind: 'photo', max: maxPhotos, getToken: guest.getToken })
  const withPhotos = useFormFiles(guest, 'photos', uploads)
  const locationId = form.watch('locationId')
  const notReviewable = !['open', undefined].includes(useLocationStatus(locationId))

  useEffect(() => {
    if (!order || guest.receipt) return // a sent form is emptied
    form.setValue('locationId', order.store.id)
    form.setValue('visited', dayOf(order))
    if (!form.getValues('firstName')) form.setValue('firstName', order.firstName)
  }, [order, form, guest.receipt])

  return (
    <GuestFormCard
      guest={withPhotos}
      title={t('forms.review-title')}
      thanks={t('forms.review-thanks', { name: sentBy?.firstName ?? '' })}
    >
      {order ? (
        <OrderLine order={order} onLeave={leaveOrder} />
      ) : (
        <LocationField
          label={t('forms.review-location')}
          {...guest.controlled('locationId')}
          error={error('locationId') ?? (notReviewable ? t('problem.location-not-reviewable') : undefined)}
          notFound={t('problem.location-not-found')}
          required
        />
      )}
      <Rating {...guest.controlled('rating')} />
      {order && (
        <div className={styles.dishes}>
          <h3>{t('forms.review-order')}</h3>
          <p>{t('forms.review-order-line')}</p>
          <LayerChooser
            lines={order.lines}
            value={layersOf(order, form.watch('layers'))}
            onChange={(layers) => form.setValue('layers', layers)}
          />
        </div>
      )}
      <MessageField guest={guest} label={t('forms.review-message')} />
      <UploadField
        label={t('forms.review-photos')}
        uploads={uploads}
        error={error('photos')}
        id={guest.fieldId('photos')}
      />
      {!order && <DateField label={t('forms.visited-optional')} {...guest.registered('visited')} />}
      <ContactPart guest={guest} />
      <label className={styles.agreed}>
        <input type="checkbox" className={tick.tick} {...form.register('agreed')} />
        {t('forms.review-agreed')}
      </label>
    </GuestFormCard>
  )
}

/** The order under review, in the place of the location and the date. */
function OrderLine({ order, onLeave }: { order: Order; onLeave: () => void }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const { store, status, number } = order
  return (
    <div className={styles.order}>
      <p>
        <b>{store.label}</b>
        <span>
          {t('forms.review-of', { number, day: formatDate(status.promisedAt, store.timeZone, lang) })}
        </span>
      </p>
      <TextButton onClick={onLeave}>{t('forms.review-other')}</TextButton>
    </div>
  )
}

/** Returns the order that the guest came from, and a function that forgets it. Its token is in the history entry. */
function useReviewedOrder() {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const orderToken = (state as { orderToken?: string } | null)?.orderToken ?? ''
  const { currentData } = useGetOrderQuery({ orderToken }, { skip: !orderToken })
  return {
    order: orderToken ? currentData : undefined,
    leaveOrder: () => void navigate(pathname, { replace: true, state: null, preventScrollReset: true }),
  }
}

/** Returns the marked layers of the order's items: the stored ones may be of another order. */
const layersOf = ({ lines }: Order, layers: readonly Layer[]) =>
  layers.filter((layer) => lines.some(({ itemId }) => itemId === layer.itemId))

/** Returns the date of the order at its location, as yyyy-MM-dd; today if the order is for a later day. */
const dayOf = ({ status, store }: Order) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: store.timeZone }).format(
    Math.min(Date.parse(status.promisedAt), Date.now()),
  )
