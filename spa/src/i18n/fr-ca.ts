import content from './fr-ca.content'
import order from './fr-ca.order'
import site from './fr-ca.site'

/** Every word of the site in the French of Quebec; pages fetch the parts. */
export default { ...site, ...content, ...order }
