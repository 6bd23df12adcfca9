/** Rarely used components as one chunk, because each file is a request. */
import './overlay/tooltips'

export { MissingFood } from '../food/MissingFood'
export { NotFoundPage } from './feedback/NotFoundPage'
