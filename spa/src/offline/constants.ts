/** Name of the cache with the guest's cart. The cache is deleted when the cart is ordered or no longer used. */
export const cartCache = 'cart'

/** Name of the cache with menus and locations. */
export const menuCache = 'menus'

/** Window event with the time (ms) since which the worker handles the page's requests. */
export const workerReady = 'worker-ready'

/** Matches URLs, with query, that are not pages: API paths, and files by their extension. */
export const nonPagePaths = [/^\/(api|sandbox)(\/|$)/, /^[^?]*\.\w+(\?|$)/]
