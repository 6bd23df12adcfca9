import app from '../../../locales/en/app.json'
import home from '../../../locales/en/home.json'
import item from '../../../locales/en/item.json'
import menu from '../../../locales/en/menu.json'
import problem from '../../../locales/en/problem.json'
import start from '../../../locales/en/start.json'

/** Every word of the site in English, in one chunk. A new namespace is added here and in fr-ca.ts. */
const en = { ...app, ...home, ...item, ...menu, ...problem, ...start }
export default en
