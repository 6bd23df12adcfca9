import cart from '../../../locales/en/cart.json'
import checkout from '../../../locales/en/checkout.json'
import curbside from '../../../locales/en/curbside.json'
import deals from '../../../locales/en/deals.json'
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
import { withNamespace } from './translationFiles'

/** English texts of the order and location pages. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('cart', cart),
  ...withNamespace('checkout', checkout),
  ...withNamespace('curbside', curbside),
  ...withNamespace('deals', deals),
  ...withNamespace('item', item),
  ...withNamespace('locations', locations),
  ...withNamespace('map', map),
  ...withNamespace('menu', menu),
  ...withNamespace('move', move),
  ...withNamespace('order', order),
  ...withNamespace('payment', payment),
  ...withNamespace('problem', problem),
  ...withNamespace('start', start),
  ...withNamespace('summary', summary),
  ...withNamespace('tax', tax),
}
export default words
