import content from './en.content'
import order from './en.order'
import site from './en.site'

/** All English texts; pages load the parts. */
export default { ...site, ...content, ...order }
