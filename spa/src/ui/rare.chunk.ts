/** What is fetched when somebody asks for it, as one file: each file is a request. */
import './overlay/tooltips'

export { MissingFood } from '../food/MissingFood'
export { NotFoundPage } from './feedback/NotFoundPage'
