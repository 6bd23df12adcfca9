import content from './es-mx.content'
import form from './es-mx.form'
import site from './es-mx.site'

/** All Mexican Spanish texts; pages load the parts. There is no online ordering in Mexico. */
export default { ...site, ...content, ...form }
