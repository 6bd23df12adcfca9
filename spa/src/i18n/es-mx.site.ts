import app from '../../../locales/es-mx/app.json'
import food from '../../../locales/es-mx/food.json'
import home from '../../../locales/es-mx/home.json'
import shell from '../../../locales/es-mx/shell.json'
import welcome from '../../../locales/es-mx/welcome.json'
import { named } from './words'

/** The words of every page and of the home page in the Spanish of Mexico: what the first page fetches. A new file is added here and in the other languages. */
const words = {
  ...named('app', app),
  ...named('food', food),
  ...named('home', home),
  ...named('shell', shell),
  ...named('welcome', welcome),
}
export default words
