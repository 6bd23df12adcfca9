/** To find a restaurant. Its pages come as one file, for a guest goes from one to the next and each file is a request. */
import '../ui/overlay/tooltips'

export { CityPage } from '../features/locations/CityPage'
export { LocationPage } from '../features/locations/LocationPage'
export { LocationsPage } from '../features/locations/LocationsPage'
export { StartOrderPage } from '../features/locations/StartOrderPage'
export { StatePage } from '../features/locations/StatePage'
