import cart from '../../../locales/en/cart.json'
import checkout from '../../../locales/en/checkout.json'
import curbside from '../../../locales/en/curbside.json'
import item from '../../../locales/en/item.json'
import locations from '../../../locales/en/locations.json'
import map from '../../../locales/en/map.json'
import menu from '../../../locales/en/menu.json'
import move from '../../../locales/en/move.json'
import order from '../../../locales/en/order.json'
import payment from '../../../locales/en/payment.json'
import problem from '../../../locales/en/problem.json'
import start from '../../../locales/en/start.json'
import summary from '../../../locales/en/summary.json'
import tax from '../../../locales/en/tax.json'
import { named } from './words'

/** The words of the pages after the home page in English. A new file is added here and in the other languages. */
const words = {
  ...named('cart', cart),
  ...named('checkout', checkout),
  ...named('curbside', curbside),
  ...named('item', item),
  ...named('locations', locations),
  ...named('map', map),
  ...named('menu', menu),
  ...named('move', move),
  ...named('order', order),
  ...named('payment', payment),
  ...named('problem', problem),
  ...named('start', start),
  ...named('summary', summary),
  ...named('tax', tax),
}
export default words
