import account from './fr-ca.account'
import content from './fr-ca.content'
import form from './fr-ca.form'
import order from './fr-ca.order'
import site from './fr-ca.site'

/** All Canadian French texts; pages load the parts. */
export default { ...site, ...content, ...form, ...order, ...account }
