import content from './pt-br.content'
import site from './pt-br.site'

/** Every word of the site in the Portuguese of Brazil; pages fetch the parts. Nothing is ordered there. */
export default { ...site, ...content }
