import content from './en.content'
import order from './en.order'
import site from './en.site'

/** Every word of the site in English; pages fetch the parts. */
export default { ...site, ...content, ...order }
