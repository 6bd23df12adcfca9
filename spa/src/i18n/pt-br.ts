import content from './pt-br.content'
import form from './pt-br.form'
import site from './pt-br.site'

/** All Brazilian Portuguese texts; pages load the parts. There is no online ordering in Brazil. */
export default { ...site, ...content, ...form }
