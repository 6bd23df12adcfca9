import app from '../../../locales/en/app.json'
import dealbar from '../../../locales/en/dealbar.json'
import food from '../../../locales/en/food.json'
import home from '../../../locales/en/home.json'
import shell from '../../../locales/en/shell.json'
import welcome from '../../../locales/en/welcome.json'
import { withNamespace } from './translationFiles'

/** English texts of the shell and the home page, loaded with the first page. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('app', app),
  ...withNamespace('dealbar', dealbar),
  ...withNamespace('food', food),
  ...withNamespace('home', home),
  ...withNamespace('shell', shell),
  ...withNamespace('welcome', welcome),
}
export default words
