/** The cache that holds the guest's own cart. It is emptied when the cart is placed or forgotten. */
export const cartCache = 'cart'

/** The event of the window that says since when (ms) answers come through the worker, and no longer past it. */
export const workerReady = 'worker-came'

/** Addresses, with their search, that are no pages: what programs ask for, and files, whose paths have an ending. */
export const nonPagePaths = [/^\/(api|sandbox)(\/|$)/, /^[^?]*\.\w+(\?|$)/]
