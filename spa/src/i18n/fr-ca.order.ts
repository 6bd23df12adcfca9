import cart from '../../../locales/fr-ca/cart.json'
import checkout from '../../../locales/fr-ca/checkout.json'
import curbside from '../../../locales/fr-ca/curbside.json'
import deals from '../../../locales/fr-ca/deals.json'
import item from '../../../locales/fr-ca/item.json'
import locations from '../../../locales/fr-ca/locations.json'
import map from '../../../locales/fr-ca/map.json'
import menu from '../../../locales/fr-ca/menu.json'
import move from '../../../locales/fr-ca/move.json'
import order from '../../../locales/fr-ca/order.json'
import payment from '../../../locales/fr-ca/payment.json'
import problem from '../../../locales/fr-ca/problem.json'
import start from '../../../locales/fr-ca/start.json'
import summary from '../../../locales/fr-ca/summary.json'
import tax from '../../../locales/fr-ca/tax.json'
import { withFrenchSpaces, withNamespace } from './translationFiles'

/** Canadian French texts of the order and location pages. Add a new file here and in the other languages. */
const words = withFrenchSpaces({
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
})
export default words
