import app from '../../../locales/ja-jp/app.json'
import food from '../../../locales/ja-jp/food.json'
import home from '../../../locales/ja-jp/home.json'
import shell from '../../../locales/ja-jp/shell.json'
import welcome from '../../../locales/ja-jp/welcome.json'
import { withNamespace } from './wordFiles'

/** The words of every page and of the home page in Japanese: what the first page fetches. A new file is added here and in the other languages. */
const words = {
  ...withNamespace('app', app),
  ...withNamespace('food', food),
  ...withNamespace('home', home),
  ...withNamespace('shell', shell),
  ...withNamespace('welcome', welcome),
}
export default words
