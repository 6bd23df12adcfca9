/** Pages for finding a location. They form one chunk, because guests go from one to the next and each file is a request. */
import '../ui/overlay/tooltips'

export { LocationPage } from '../features/locations/details/LocationPage'
export { CityPage } from '../features/locations/regions/CityPage'
export { LocationsPage } from '../features/locations/regions/LocationsPage'
export { StatePage } from '../features/locations/regions/StatePage'
export { StartOrderPage } from '../features/locations/search/StartOrderPage'
