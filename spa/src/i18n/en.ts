import account from './en.account'
import content from './en.content'
import form from './en.form'
import order from './en.order'
import site from './en.site'

/** All English texts; pages load the parts. */
export default { ...site, ...content, ...form, ...order, ...account }
