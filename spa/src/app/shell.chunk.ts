/** Shell code that loads after the first page or on first interaction. It is one chunk, because each file is a request. */

export { pagesOf } from './pages'
export { refetchForOffline } from './refetchForOffline'
export { AccountEntry } from './shell/AccountMenu'
export { BasketHandoffChooser } from './shell/BasketHandoffChooser'
export { Footer } from './shell/Footer'
export { GuestSubscriptions } from './shell/GuestSubscriptions'
export { HolidaySubscription } from './shell/HolidaySubscription'
export { MobileMenu } from './shell/MobileMenu'
export { OrderLabel } from './shell/OrderLabel'
export { PendingPage } from './shell/PendingPage'
export { selectCount, selectHoliday, selectOrderAction, selectTotal } from './shell/selectors'
