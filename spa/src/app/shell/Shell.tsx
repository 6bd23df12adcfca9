import {
  type CSSProperties,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigate, useNavigation } from 'react-router'
import { selectSignedIn } from '../../api/session'
import { useFooterQuery, useNavigationQuery } from '../../api/siteFrame'
import { selectPlaced, selectQuote } from '../../basket/basketSession'
import { Welcome } from '../../features/welcome/Welcome'
import { everyday } from '../../market/categories'
import { type MenuItem, menuEntries } from '../../market/navigation'
import { categoryOf } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { Announcer } from '../../ui/feedback/Announcer'
import { lazyAfterInteraction } from '../../ui/loading/lazyAfterInteraction'
import { Notifications } from '../../ui/overlay/Notifications'
import { lazyDelay } from '../../ui/timings'
import { useFocusOnNavigation } from '../useFocusOnNavigation'
import type { BasketHandoffChooser } from './BasketHandoffChooser'
import type { Choice } from './HandoffChooser'
import { Header } from './Header'
import type { Handle } from './handle'
import { OfflineBanner } from './OfflineBanner'
import styles from './Shell.module.css'
import type { State } from './selectors'
import { navigationMeasured, orderStepReached, selectOrderProgress, type WithUi } from './uiSlice'
import { useShellChunk } from './useShellChunk'

const Footer = lazyAfterInteraction(async () => (await import('../shell.chunk')).Footer)

/** Renders its children 200 ms after the first paint (specification §9). */
function Settled({ children }: { children: ReactNode }) {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(true), lazyDelay)
    return () => clearTimeout(waiting)
  }, [])
  return settled && children
}

// A constant element: React does not re-render or interrupt its hydration when the shell's state changes.
const page = (
  <main id="main" tabIndex={-1}>
    <Suspense>
      <Outlet />
    </Suspense>
  </main>
)

/** Shell renders header, footer and everything else around the page. */
export function Shell() {
  const dispatch = useDispatch()
  const market = useMarket()
  const { data: navigation } = useNavigationQuery({ locale: market.locale })
  const { data: footer } = useFooterQuery({ locale: market.locale })
  const paths = usePaths()
  const hasBasket = useSelector(selectQuote) !== null
  const placed = useSelector(selectPlaced)
  const isSignedIn = useSelector(selectSignedIn)
  const { key, pathname } = useLocation()
  const handle: Handle = Object.assign({}, ...useMatches().map((m) => m.handle))
  const progress = useSelector(selectOrderProgress)
  // Only order pages fill the rest of the screen; elsewhere the property would cause a style recalculation for nothing.
  const navigationHeight = useSelector(({ ui }: WithUi) =>
    handle.slim ? `${ui.navigationHeight}px` : undefined,
  )
  const navigate = useNavigate()
  const isNavigating = useNavigation().state !== 'idle'
  const [choice, setChoice] = useState<Choice>()
  const [Chooser, setChooser] = useState<typeof BasketHandoffChooser>()
  const [submenuOpened, setSubmenuOpened] = useState(false)
  const hasOrderState = market.acceptsOrders && (hasBasket || placed || isSignedIn)
  const chunk = useShellChunk(
    hasOrderState || isNavigating || submenuOpened
      ? 'now'
      : market.acceptsOrders
        ? 'firstInteraction'
        : 'never',
  )
  const count = useSelector((state: State) => chunk?.selectCount(state) ?? 0)
  const total = useSelector((state: State) => chunk?.selectTotal(state, market.lang))
  const action = useSelector((state: State) => chunk?.selectOrderAction(state))
  const path = placed && paths.order(placed)
  const order =
    chunk && action && path && path !== pathname
      ? { path, underway: action === 'track', label: <chunk.OrderLabel /> }
      : undefined
  const holiday = useSelector((state: State) => chunk?.selectHoliday(state) ?? false)
  const entries = useMemo(() => menuEntries(market, navigation, holiday), [market, navigation, holiday])
  const onSubmenuOpen = useCallback(() => setSubmenuOpened(true), [])
  const measured = useCallback((height: number) => dispatch(navigationMeasured(height)), [dispatch])
  useFocusOnNavigation()

  const { step } = handle
  useEffect(() => {
    if (step !== undefined) dispatch(orderStepReached(step))
  }, [step, dispatch])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chooser closes when the page changes
  useEffect(() => setChoice(undefined), [key])

  // The dialog's chunk loads on demand. If it fails, use its first option.
  async function choose(item?: MenuItem) {
    const category = categoryOf(item?.categoryId) ?? pathname.split('/quote/')[1]?.split('/')[0]
    const next: Choice = { category: category || everyday, menu: !!item }
    try {
      const chunk = await import('../shell.chunk')
      setChooser(() => chunk.BasketHandoffChooser)
      setChoice(next)
    } catch {
      void navigate(paths.startOrder())
    }
  }

  const footerElement = useMemo(
    () =>
      footer && (
        <Suspense>
          <Footer content={footer} ordering={!!handle.slim} />
        </Suspense>
      ),
    [footer, handle.slim],
  )
  return (
    <div
      className={styles.shell}
      data-checkout={handle.backToCart}
      style={{ '--navigation-height': navigationHeight } as CSSProperties}
    >
      <Header
        items={entries}
        count={count}
        total={total}
        order={order}
        account={chunk && <chunk.AccountEntry />}
        slim={handle.slim}
        backToCart={handle.backToCart}
        progress={step === undefined ? undefined : progress}
        onOrder={(item) => void choose(item)}
        onSubmenuOpen={onSubmenuOpen}
        onHeight={measured}
      />
      {/* Always an element: the header shows its parts once one follows it (Header.module.css). */}
      <OfflineBanner />
      {isNavigating && chunk && <chunk.PendingPage />}
      {page}
      <Settled>
        <Welcome ordering={!!handle.slim} />
      </Settled>
      {footerElement}
      {Chooser && <Chooser choice={choice} onClose={() => setChoice(undefined)} />}
      {market.acceptsOrders && chunk && (
        <chunk.GuestSubscriptions
          placed={placed}
          bar={!handle.slim}
          total={total}
          order={order}
          onOrder={choose}
        />
      )}
      {submenuOpened && chunk && <chunk.HolidaySubscription />}
      <Notifications />
      <Announcer />
      {/* Initial entries all have the key "default": distinguish them by path. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </div>
  )
}
