import content from './fr-ca.content'
import order from './fr-ca.order'
import site from './fr-ca.site'

/** All Canadian French texts; pages load the parts. */
export default { ...site, ...content, ...order }
