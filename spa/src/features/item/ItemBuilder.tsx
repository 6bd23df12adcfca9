import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSelector } from 'react-redux'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { Choice, DealPrice, ItemDetails, Line, Location } from '../../api/generated'
import { selectSignedIn } from '../../api/session'
import { priceAfter } from '../../api/useDeals'
import { LocationPageBar } from '../../basket/bar/LocationPageBar'
import { earliestTime } from '../../basket/locationContext'
import { MoveDialog } from '../../basket/move/MoveDialog'
import type { LocationContext } from '../../basket/useBasketAtLocation'
import { heightInInches, type PlacedLayer, stackOf } from '../../food/stack'
import { formatHeight } from '../../market/formatHeight'
import { useMarket, usePaths } from '../../market/useMarket'
import { formatAmount } from '../../money/money'
import { Notice } from '../../ui/feedback/Notice'
import { Field } from '../../ui/form/Field'
import { TextButton } from '../../ui/form/TextButton'
import { Accordion } from '../../ui/layout/Accordion'
import { lazyOptional } from '../../ui/loading/lazyOptional'
import { PageMeta } from '../../ui/page/PageMeta'
import { Calories } from '../../ui/text/Calories'
import { PriceAfterDeal } from '../../ui/text/PriceAfterDeal'
import { useTimeText } from '../../ui/text/useTimeText'
import { useUnavailableText } from '../../ui/text/useUnavailableText'
import { AddBar } from './AddBar'
import { Allergens } from './Allergens'
import styles from './ItemBuilder.module.css'
import { ItemIllustration } from './ItemIllustration'
import { ModifierGroups } from './ModifierGroups'
import {
  allergensOf,
  caloriesOf,
  chosenIds,
  fromChoices,
  type GroupPath,
  toChoices,
  unitPrice,
  unmetGroups,
  withLayers,
} from './selection'
import { useSubmitItem } from './useSubmitItem'

const noteLength = 120

const KeepOnShelf = lazyOptional(async () => (await import('./shelf/KeepOnShelf')).KeepOnShelf)

interface ItemBuilderProps {
  location: Location
  here: LocationContext
  item: ItemDetails
  /** Price after a deal. */
  deal?: DealPrice
  /** Time that the guest chose, UTC. */
  wanted?: string
  /** Cart at this location. */
  cart?: { hold?: { start: string } }
  /** Basket line being edited. */
  line?: Line
}

export function ItemBuilder({ location, here, item, deal, wanted, cart, line }: ItemBuilderProps) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths(here.handoff)
  const [query] = useSearchParams()
  const isSignedIn = useSelector(selectSignedIn)
  const kept = useLocation().state as { choices?: Choice[] } | null
  const [selection, setSelection] = useState(() => {
    const choices = line?.choices ?? kept?.choices
    return choices ? fromChoices(item.groups, choices) : withLayers(item.groups, item.stack, layersIn(query))
  })
  const [quantity, setQuantity] = useState(line?.quantity ?? item.minimumQuantity)
  const [note, setNote] = useState(line?.instructions ?? '')
  const [missing, setMissing] = useState<ReadonlySet<GroupPath>>(new Set())
  const { submit, askForHandoff, busy, error, dialog } = useSubmitItem(location, here, item, line)

  const layers = useMemo(
    () => item.stack && stackOf(item.stack, chosenIds(selection)),
    [item.stack, selection],
  )
  const before = unitPrice(item.price, item.groups, selection)
  const unit = deal ? priceAfter(before, deal) : before
  const calories = caloriesOf(item.calories, item.groups, selection)
  const order = () => ({
    itemId: item.id,
    quantity,
    choices: toChoices(item.groups, selection),
    instructions: note.trim() || undefined,
  })

  function onSubmit(event: React.FormEvent) {
    event.preventDefault()
    if (busy) return
    const short = unmetGroups(item.groups, selection)
    setMissing(new Set(short))
    const [first] = short
    if (first) return focusGroup(first)
    void submit(order())
  }

  const away = item.unavailable
  const why = useUnavailableText(away, location.timeZone)
  const { whenBrief } = useTimeText(location.timeZone)
  /** Time at which a sold-out dish is available again, if known. */
  const back = away?.reason === 'sold-out' ? away.until : undefined
  /** Unavailable at the earliest time, and no time is chosen yet: it can be ordered for a later one. */
  const later = (away?.reason === 'not-served-now' || Boolean(back)) && !wanted
  return (
    <div className={styles.page}>
      <PageMeta title={item.label} preventIndexing />
      <ItemIllustration
        item={item}
        layers={layers}
        back={{ to: `${paths.menu(location.slug)}#${item.section}`, label: t('item.back') }}
      >
        <LocationPageBar
          location={location}
          handoff={here.handoff}
          onChangeHandoff={here.offered.length > 1 ? askForHandoff : undefined}
          ready={earliestTime(location, here.handoff)}
          cart={cart}
        />
      </ItemIllustration>
      <form className={styles.build} onSubmit={onSubmit} noValidate>
        <h1>{item.label}</h1>
        <p className={styles.lede}>{item.description}</p>
        <p className={styles.facts}>
          <span className={styles.price}>
            {deal ? <PriceAfterDeal price={unit} was={before} /> : formatAmount(unit, lang)}
          </span>
          {deal && <strong className={styles.deal}>{deal.label}</strong>}
          {calories && <Calories {...calories} />}
          {item.serves && <span>{t('menu.serves', { count: item.serves })}</span>}
          {item.allergens.length > 0 && (
            <TextButton className={styles.allergens} onClick={showAllergens}>
              {t('menu.allergens')}
            </TextButton>
          )}
        </p>
        {layers && <Height layers={layers} />}
        {away && (
          <Notice tone="warn" role="status" className={styles.notice}>
            <p>{away.reason === 'sold-out' && !away.until ? t('item.away') : why}</p>
            {later && <p>{t('item.later')}</p>}
            {(away.reason === 'not-served-now' || back) && !later && (
              <p>
                <Link to={paths.summary}>{t('cart.fix-time')}</Link>
              </p>
            )}
          </Notice>
        )}
        <ModifierGroups
          groups={item.groups}
          selection={selection}
          onChange={setSelection}
          missing={missing}
        />
        <div className={styles.note}>
          <Field label={t('item.note')} hint={t('item.note-hint', { max: noteLength })}>
            {(control) => (
              <textarea
                {...control}
                rows={2}
                maxLength={noteLength}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        </div>
        {isSignedIn && (
          <Suspense>
            <div className={styles.shelf}>
              <KeepOnShelf
                label={item.label}
                build={() => ({
                  itemId: item.id,
                  locationId: location.id,
                  choices: toChoices(item.groups, selection),
                })}
              />
            </div>
          </Suspense>
        )}
        <div className={styles.more}>
          <Accordion id="allergens" title={t('item.nutrition')}>
            <Allergens allergens={allergensOf(item.allergens, item.groups, selection)} />
          </Accordion>
        </div>
        {error && (
          <Notice tone="bad" role="alert" className={styles.notice}>
            {error}
          </Notice>
        )}
        {away && !later ? (
          <div className={styles.foot} />
        ) : (
          <AddBar
            quantity={quantity}
            onQuantity={setQuantity}
            limits={{ min: item.minimumQuantity, max: item.maximumQuantity, step: item.quantityIncrement }}
            unit={unit}
            after={back && whenBrief(back)}
            editing={Boolean(line)}
            busy={busy}
          />
        )}
      </form>
      <MoveDialog here={location.label} {...dialog} />
    </div>
  )
}

/** Reads the layers to add or leave off from the URL. */
function layersIn(query: URLSearchParams) {
  const read = (name: string) => query.get(name)?.split(',')
  return { with: read('with'), without: read('without') }
}

/** Shows the height of the burger. */
function Height({ layers }: { layers: readonly PlacedLayer[] }) {
  const { t } = useTranslation()
  const market = useMarket()
  const inches = heightInInches(layers)
  return (
    <p className={styles.height}>
      <b>{formatHeight(inches, market)}</b> {t(inches >= 6 ? 'item.tall' : 'item.short')}
    </p>
  )
}

/** Focuses the first option of the first incomplete group. */
function focusGroup(place: GroupPath) {
  const group = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)
  for (let at = group?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true
  group?.scrollIntoView({ block: 'start' })
  group?.querySelector<HTMLElement>('input:not(:disabled)')?.focus({ preventScroll: true })
}

function showAllergens() {
  const details = document.getElementById('allergens')
  if (!(details instanceof HTMLDetailsElement)) return
  details.open = true
  details.querySelector('summary')?.focus()
}
