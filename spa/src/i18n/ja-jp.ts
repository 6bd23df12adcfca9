import content from './ja-jp.content'
import form from './ja-jp.form'
import site from './ja-jp.site'

/** All Japanese texts; pages load the parts. There is no online ordering in Japan. */
export default { ...site, ...content, ...form }
