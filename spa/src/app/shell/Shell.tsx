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
import { useFooterQuery, useNavigationQuery } from '../../api/frame'
import type { LatestOrder } from '../../api/useLatestOrder'
import { selectPlaced, selectQuote } from '../../basket/basketSession'
import type { Part } from '../../i18n/i18n'
import { handoffOf } from '../../market/handoff'
import { entriesOf, type MenuItem } from '../../market/navigation'
import { categoryOf } from '../../market/paths'
import { useMarket, usePaths } from '../../market/useMarket'
import { Announcer } from '../../ui/feedback/Announcer'
import { OfflineBanner } from '../../ui/feedback/OfflineBanner'
import { later } from '../../ui/loading/later'
import { useHydrated } from '../../ui/loading/useHydrated'
import { wanted } from '../../ui/loading/wanted'
import { lazyDelay } from '../../ui/motion'
import { Notifications } from '../../ui/overlay/Notifications'
import { useFocusOnArrival } from '../useFocusOnArrival'
import type { InHand } from './Carried'
import { Footer } from './Footer'
import type { Choice, HandoffChooser } from './HandoffChooser'
import { Header } from './Header'
import styles from './Shell.module.css'
import { navigationMeasured, orderStepReached, selectOrderProgress, type WithUi } from './state'

/** What a page says of itself to the shell. */
export interface Handle {
  /** The order step that the page stands for: 0 start, 1 menu, 2 cart, 3 details, 4 payment, 5 placed. */
  step?: number
  /** The low header of the order pages. */
  slim?: boolean
  /** "Back to Cart" in the header instead of the cart; on phones neither menu nor footer lead away from the checkout. */
  backToCart?: boolean
  /** The words of the pages below, beside those of every page. */
  words?: Part
}

// What a first page does without.
const Guest = later(async () => {
  // A guest without cart or order has only the bar of phones to come, and a page that came rendered can wait with that.
  if (!/\b(quote|placed)=/.test(document.cookie)) await wanted()
  return (await import('../shell.chunk')).Guest
})
const PendingPage = later(async () => (await import('../shell.chunk')).PendingPage)
const Holiday = later(async () => (await import('../shell.chunk')).Holiday)
const Welcome = later(async () => (await import('../../features/welcome/Welcome')).Welcome)

/** What can wait waits until the page has been painted and 200 ms more (specification §9). */
function Settled({ children }: { children: ReactNode }) {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(true), lazyDelay)
    return () => clearTimeout(waiting)
  }, [])
  return settled && <Suspense>{children}</Suspense>
}

/** What depends on the guest is not there before the browser has taken over. */
function Hydrated({ children }: { children: ReactNode }) {
  return useHydrated() && <Suspense>{children}</Suspense>
}

// The same element at every rendering: the browser takes it over in its own time, whatever the shell learns meanwhile.
const page = (
  <main id="main" tabIndex={-1}>
    <Suspense>
      <Outlet />
    </Suspense>
  </main>
)

/** What stands around every page. */
export function Shell() {
  const dispatch = useDispatch()
  const market = useMarket()
  const { data: navigation } = useNavigationQuery({ locale: market.locale })
  const { data: footer } = useFooterQuery({ locale: market.locale })
  const paths = usePaths()
  const carries = useSelector(selectQuote) !== null
  const [seen, setSeen] = useState<InHand>()
  const basket = carries ? seen : undefined
  const placed = useSelector(selectPlaced)
  const [latest, setLatest] = useState<LatestOrder>()
  const { key, pathname } = useLocation()
  const order = latest?.path === pathname ? undefined : latest
  const handle: Handle = Object.assign({}, ...useMatches().map((m) => m.handle))
  const progress = useSelector(selectOrderProgress)
  // Only the pages of an order fill the rest of the screen; of the others all style would be worked out again for it.
  const below = useSelector(({ ui }: WithUi) => (handle.slim ? `${ui.navigationHeight}px` : undefined))
  const navigate = useNavigate()
  const goes = useNavigation().state !== 'idle'
  const [choosing, setChoosing] = useState<Choice>()
  const [Chooser, setChooser] = useState<typeof HandoffChooser>()
  const [looked, setLooked] = useState(false)
  const [holiday, setHoliday] = useState(false)
  const entries = useMemo(() => entriesOf(market, navigation, holiday), [market, navigation, holiday])
  const look = useCallback(() => setLooked(true), [])
  const measured = useCallback((height: number) => dispatch(navigationMeasured(height)), [dispatch])
  useFocusOnArrival()

  const { step } = handle
  useEffect(() => {
    if (step !== undefined) dispatch(orderStepReached(step))
  }, [step, dispatch])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chooser closes when the page changes
  useEffect(() => setChoosing(undefined), [key])

  // The dialog comes when it is asked for: the first page does without it. Where it cannot come, its first choice does.
  async function choose(item?: MenuItem) {
    const category = categoryOf(item?.categoryId) ?? pathname.split('/quote/')[1]?.split('/')[0]
    const choice: Choice = { category: category || 'everyday', menu: !!item }
    try {
      const { HandoffChooser } = await import('../shell.chunk')
      setChooser(() => HandoffChooser)
      setChoosing(choice)
    } catch {
      void navigate(paths.startOrder())
    }
  }

  const foot = useMemo(
    () =>
      footer && (
        <Suspense>
          <Footer content={footer} />
        </Suspense>
      ),
    [footer],
  )
  const menuPath = basket && paths.menu(basket.store.slug, 'everyday', handoffOf(basket.handoff))
  return (
    <div
      className={styles.shell}
      data-checkout={handle.backToCart}
      style={{ '--navigation-height': below } as CSSProperties}
    >
      <Header
        items={entries}
        count={basket?.count ?? 0}
        total={basket?.total}
        order={order}
        slim={handle.slim}
        backToCart={handle.backToCart}
        progress={step === undefined ? undefined : progress}
        onOrder={(item) => void choose(item)}
        onLook={look}
        onHeight={measured}
      />
      <OfflineBanner />
      {goes && (
        <Suspense>
          <PendingPage />
        </Suspense>
      )}
      {page}
      <Settled>
        <Welcome ordering={!!handle.slim} footer={footer} />
      </Settled>
      {foot}
      {Chooser && (
        <Chooser
          choice={choosing}
          onClose={() => setChoosing(undefined)}
          begun={menuPath && basket.count > 0 ? { store: basket.store.label, menuPath } : undefined}
        />
      )}
      {market.orders && (
        <Hydrated>
          <Guest
            carries={carries}
            placed={placed}
            bar={!handle.slim}
            basket={basket}
            order={order}
            onBasket={setSeen}
            onLatest={setLatest}
            onOrder={choose}
          />
        </Hydrated>
      )}
      {looked && (
        <Suspense>
          <Holiday onHoliday={setHoliday} />
        </Suspense>
      )}
      <Notifications />
      <Announcer />
      {/* Every page that is opened anew has the key "default": its path tells it from the others. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </div>
  )
}
