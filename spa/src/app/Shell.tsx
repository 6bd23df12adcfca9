import { type CSSProperties, useCallback, useEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigate } from 'react-router'
import { useBasket } from '../api/basket'
import { handoffOf } from '../market/handoff'
import { useMarket, usePaths } from '../market/useMarket'
import { formatAmount } from '../money/money'
import { Announcer } from '../ui/Announcer'
import { Footer } from '../ui/Footer'
import type { HandoffChooser } from '../ui/HandoffChooser'
import { Header } from '../ui/Header'
import { Notifications } from '../ui/Notifications'
import { OfflineBanner } from '../ui/OfflineBanner'
import { navigationMeasured, orderStepReached, selectOrderProgress, type WithUi } from '../ui/state'
import { PendingPage } from './PendingPage'
import type { Handle } from './routes'
import styles from './Shell.module.css'
import { useFocusOnArrival } from './useFocusOnArrival'

/** What stands around every page. */
export function Shell() {
  const dispatch = useDispatch()
  const { lang } = useMarket()
  const paths = usePaths()
  const { basket } = useBasket()
  const { key } = useLocation()
  const handle: Handle = Object.assign({}, ...useMatches().map((m) => m.handle))
  const progress = useSelector(selectOrderProgress)
  const navigationHeight = useSelector((state: WithUi) => state.ui.navigationHeight)
  const navigate = useNavigate()
  const [choosing, setChoosing] = useState(false)
  const [Chooser, setChooser] = useState<typeof HandoffChooser>()
  const measured = useCallback((height: number) => dispatch(navigationMeasured(height)), [dispatch])
  useFocusOnArrival()

  const { step } = handle
  useEffect(() => {
    if (step !== undefined) dispatch(orderStepReached(step))
  }, [step, dispatch])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chooser closes when the page changes
  useEffect(() => setChoosing(false), [key])

  // The dialog comes when it is asked for: the first page does without it. Where it cannot come, its first choice does.
  async function choose() {
    try {
      const { HandoffChooser } = await import('../ui/HandoffChooser')
      setChooser(() => HandoffChooser)
      setChoosing(true)
    } catch {
      void navigate(paths.startOrder())
    }
  }

  const menuPath = basket
    ? paths.menu(basket.store.slug, 'everyday', handoffOf(basket.handoff))
    : paths.startOrder()
  return (
    <div className={styles.shell} style={{ '--navigation-height': `${navigationHeight}px` } as CSSProperties}>
      <Header
        menuPath={menuPath}
        count={basket?.count ?? 0}
        total={basket && basket.count > 0 ? formatAmount(basket.totals.total, lang) : undefined}
        slim={handle.slim}
        backToCart={handle.backToCart}
        progress={step === undefined ? undefined : progress}
        onOrder={() => void choose()}
        onHeight={measured}
      />
      <OfflineBanner />
      <PendingPage />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      {Chooser && (
        <Chooser
          open={choosing}
          onClose={() => setChoosing(false)}
          startPath={(type) => paths.startOrder({}, 'everyday', type)}
          begun={basket && basket.count > 0 ? { store: basket.store.label, menuPath } : undefined}
        />
      )}
      <Notifications />
      <Announcer />
      {/* Every page that is opened anew has the key "default": its path tells it from the others. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </div>
  )
}
