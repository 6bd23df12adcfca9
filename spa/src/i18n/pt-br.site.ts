import app from '../../../locales/pt-br/app.json'
import food from '../../../locales/pt-br/food.json'
import home from '../../../locales/pt-br/home.json'
import shell from '../../../locales/pt-br/shell.json'
import welcome from '../../../locales/pt-br/welcome.json'
import { withNamespace } from './translationFiles'

/** Brazilian Portuguese texts of shell and home page, loaded with the first page. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('app', app),
  ...withNamespace('food', food),
  ...withNamespace('home', home),
  ...withNamespace('shell', shell),
  ...withNamespace('welcome', welcome),
}
export default words
