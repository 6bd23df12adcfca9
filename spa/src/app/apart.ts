/** What the shell fetches after the first page, as one file: each file is a request. */
export { keepForOffline } from '../offline/register'
export { askAgain } from './askAgain'
export { Guest } from './Guest'
export { Holiday } from './Holiday'
export { PendingPage } from './PendingPage'
