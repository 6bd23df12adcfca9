import abroad from '../../../locales/fr-ca/abroad.json'
import account from '../../../locales/fr-ca/account.json'
import board from '../../../locales/fr-ca/board.json'
import content from '../../../locales/fr-ca/content.json'
import nutrition from '../../../locales/fr-ca/nutrition.json'
import press from '../../../locales/fr-ca/press.json'
import { named, unbroken } from './words'

/** The words of the pages that tell of the brand in the French of Quebec. A new file is added here and in the other languages. */
const words = unbroken({
  ...named('abroad', abroad),
  ...named('account', account),
  ...named('board', board),
  ...named('content', content),
  ...named('nutrition', nutrition),
  ...named('press', press),
})
export default words
