import abroad from '../../../locales/en/abroad.json'
import account from '../../../locales/en/account.json'
import board from '../../../locales/en/board.json'
import content from '../../../locales/en/content.json'
import nutrition from '../../../locales/en/nutrition.json'
import press from '../../../locales/en/press.json'
import { named } from './words'

/** The words of the pages that tell of the brand in English. A new file is added here and in the other languages. */
const words = {
  ...named('abroad', abroad),
  ...named('account', account),
  ...named('board', board),
  ...named('content', content),
  ...named('nutrition', nutrition),
  ...named('press', press),
}
export default words
