/** What the shell fetches after the first page, or when the guest asks for it, as one file: each file is a request. */

export { wayTo } from '../api/useLatestOrder'
export { formatAmount } from '../money/money'
export { keepForOffline } from '../offline/register'
export { askAgain } from './askAgain'
export { Guest } from './shell/Guest'
export { HandoffChooser } from './shell/HandoffChooser'
export { Holiday } from './shell/Holiday'
export { MobileMenu } from './shell/MobileMenu'
export { OrderLabel } from './shell/OrderLabel'
export { PendingPage } from './shell/PendingPage'
export { selectBasket, selectHoliday, selectOrder, selectOrderStatus } from './shell/selectors'
export { tellRelease } from './tellRelease'
