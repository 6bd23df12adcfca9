/** Cache with the guest's cart. It is cleared when the cart is ordered or forgotten. */
export const cartCache = 'cart'

/** Window event with the time (ms) since which the worker handles the page's requests. */
export const workerReady = 'worker-came'

/** Matches URLs, with query, that are not pages: API paths, and files by their extension. */
export const nonPagePaths = [/^\/(api|sandbox)(\/|$)/, /^[^?]*\.\w+(\?|$)/]
