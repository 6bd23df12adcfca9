import app from '../../../locales/fr-ca/app.json'
import cart from '../../../locales/fr-ca/cart.json'
import checkout from '../../../locales/fr-ca/checkout.json'
import food from '../../../locales/fr-ca/food.json'
import home from '../../../locales/fr-ca/home.json'
import item from '../../../locales/fr-ca/item.json'
import menu from '../../../locales/fr-ca/menu.json'
import move from '../../../locales/fr-ca/move.json'
import order from '../../../locales/fr-ca/order.json'
import payment from '../../../locales/fr-ca/payment.json'
import problem from '../../../locales/fr-ca/problem.json'
import start from '../../../locales/fr-ca/start.json'
import summary from '../../../locales/fr-ca/summary.json'
import { named, unbroken } from './words'

/** Every word of the site in the French of Quebec, in one chunk. A new file is added here and in en.ts. */
const frCa = unbroken({
  ...named('app', app),
  ...named('cart', cart),
  ...named('checkout', checkout),
  ...named('food', food),
  ...named('home', home),
  ...named('item', item),
  ...named('menu', menu),
  ...named('move', move),
  ...named('order', order),
  ...named('payment', payment),
  ...named('problem', problem),
  ...named('start', start),
  ...named('summary', summary),
})
export default frCa
