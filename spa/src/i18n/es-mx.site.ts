import app from '../../../locales/es-mx/app.json'
import food from '../../../locales/es-mx/food.json'
import home from '../../../locales/es-mx/home.json'
import shell from '../../../locales/es-mx/shell.json'
import welcome from '../../../locales/es-mx/welcome.json'
import { withNamespace } from './translationFiles'

/** Mexican Spanish texts of the shell and the home page, loaded with the first page. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('app', app),
  ...withNamespace('food', food),
  ...withNamespace('home', home),
  ...withNamespace('shell', shell),
  ...withNamespace('welcome', welcome),
}
export default words
