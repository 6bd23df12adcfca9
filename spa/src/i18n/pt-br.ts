import content from './pt-br.content'
import site from './pt-br.site'

/** All Brazilian Portuguese texts; pages load the parts. There is no online ordering in Brazil. */
export default { ...site, ...content }
