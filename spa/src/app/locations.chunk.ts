/** Pages for finding a location. They form one chunk, because guests go from one to the next and each file is a request. */
import '../ui/overlay/tooltips'

export { LocationPage } from '../features/locations/details/LocationPage'
export { LocationsPage } from '../features/locations/regions/LocationsPage'
export { RegionPage } from '../features/locations/regions/RegionPage'
export { StartOrderPage } from '../features/locations/search/StartOrderPage'
