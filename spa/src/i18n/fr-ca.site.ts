import app from '../../../locales/fr-ca/app.json'
import food from '../../../locales/fr-ca/food.json'
import home from '../../../locales/fr-ca/home.json'
import shell from '../../../locales/fr-ca/shell.json'
import welcome from '../../../locales/fr-ca/welcome.json'
import { withFrenchSpaces, withNamespace } from './wordFiles'

/** The words of every page and of the home page in the French of Quebec: what the first page fetches. A new file is added here and in the other languages. */
const words = withFrenchSpaces({
  ...withNamespace('app', app),
  ...withNamespace('food', food),
  ...withNamespace('home', home),
  ...withNamespace('shell', shell),
  ...withNamespace('welcome', welcome),
})
export default words
