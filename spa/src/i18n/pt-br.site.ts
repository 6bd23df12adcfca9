import app from '../../../locales/pt-br/app.json'
import food from '../../../locales/pt-br/food.json'
import home from '../../../locales/pt-br/home.json'
import shell from '../../../locales/pt-br/shell.json'
import welcome from '../../../locales/pt-br/welcome.json'
import { withNamespace } from './wordFiles'

/** The words of every page and of the home page in the Portuguese of Brazil: what the first page fetches. A new file is added here and in the other languages. */
const words = {
  ...withNamespace('app', app),
  ...withNamespace('food', food),
  ...withNamespace('home', home),
  ...withNamespace('shell', shell),
  ...withNamespace('welcome', welcome),
}
export default words
