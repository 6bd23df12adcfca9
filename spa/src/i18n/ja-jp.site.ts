import app from '../../../locales/ja-jp/app.json'
import food from '../../../locales/ja-jp/food.json'
import home from '../../../locales/ja-jp/home.json'
import shell from '../../../locales/ja-jp/shell.json'
import welcome from '../../../locales/ja-jp/welcome.json'
import { withNamespace } from './translationFiles'

/** Japanese texts of the shell and the home page, loaded with the first page. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('app', app),
  ...withNamespace('food', food),
  ...withNamespace('home', home),
  ...withNamespace('shell', shell),
  ...withNamespace('welcome', welcome),
}
export default words
