import app from '../../../locales/ja-jp/app.json'
import food from '../../../locales/ja-jp/food.json'
import home from '../../../locales/ja-jp/home.json'
import shell from '../../../locales/ja-jp/shell.json'
import welcome from '../../../locales/ja-jp/welcome.json'
import { named } from './words'

/** The words of every page and of the home page in Japanese: what the first page fetches. A new file is added here and in the other languages. */
const words = {
  ...named('app', app),
  ...named('food', food),
  ...named('home', home),
  ...named('shell', shell),
  ...named('welcome', welcome),
}
export default words
