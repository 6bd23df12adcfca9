/** The cache that holds the guest's own cart. It is emptied when the cart is placed or forgotten. */
export const cart = 'cart'
