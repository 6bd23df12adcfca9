import content from './es-mx.content'
import site from './es-mx.site'

/** Every word of the site in the Spanish of Mexico; pages fetch the parts. Nothing is ordered there. */
export default { ...site, ...content }
