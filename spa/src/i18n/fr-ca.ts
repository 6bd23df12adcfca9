import app from '../../../locales/fr-ca/app.json'
import home from '../../../locales/fr-ca/home.json'
import item from '../../../locales/fr-ca/item.json'
import menu from '../../../locales/fr-ca/menu.json'
import problem from '../../../locales/fr-ca/problem.json'
import start from '../../../locales/fr-ca/start.json'

/** Every word of the site in the French of Quebec, in one chunk. A new namespace is added here and in en.ts. */
const frCa = { ...app, ...home, ...item, ...menu, ...problem, ...start }
export default frCa
