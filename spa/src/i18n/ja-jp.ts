import content from './ja-jp.content'
import site from './ja-jp.site'

/** Every word of the site in Japanese; pages fetch the parts. Nothing is ordered there. */
export default { ...site, ...content }
