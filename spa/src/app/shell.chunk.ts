/** What the shell fetches after the first page, or when the guest asks for it, as one file: each file is a request. */

export { keepForOffline } from '../offline/register'
export { refetchForOffline } from './refetchForOffline'
export { Chooser } from './shell/Chooser'
export { Guest } from './shell/Guest'
export { Holiday } from './shell/Holiday'
export { MobileMenu } from './shell/MobileMenu'
export { OrderLabel } from './shell/OrderLabel'
export { PendingPage } from './shell/PendingPage'
export { selectCount, selectHoliday, selectTotal, selectWay } from './shell/selectors'
export { tellRelease } from './tellRelease'
