import app from '../../../locales/fr-ca/app.json'
import dealbar from '../../../locales/fr-ca/dealbar.json'
import food from '../../../locales/fr-ca/food.json'
import home from '../../../locales/fr-ca/home.json'
import shell from '../../../locales/fr-ca/shell.json'
import welcome from '../../../locales/fr-ca/welcome.json'
import { withFrenchSpaces, withNamespace } from './translationFiles'

/** Canadian French texts of the shell and the home page, loaded with the first page. Add a new file here and in the other languages. */
const words = withFrenchSpaces({
  ...withNamespace('app', app),
  ...withNamespace('dealbar', dealbar),
  ...withNamespace('food', food),
  ...withNamespace('home', home),
  ...withNamespace('shell', shell),
  ...withNamespace('welcome', welcome),
})
export default words
