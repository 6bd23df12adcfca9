import abroad from '../../../locales/en/abroad.json'
import board from '../../../locales/en/board.json'
import content from '../../../locales/en/content.json'
import dealpage from '../../../locales/en/dealpage.json'
import loyaltypage from '../../../locales/en/loyaltypage.json'
import nutrition from '../../../locales/en/nutrition.json'
import press from '../../../locales/en/press.json'
import { withNamespace } from './translationFiles'

/** English texts of the brand pages. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('abroad', abroad),
  ...withNamespace('board', board),
  ...withNamespace('content', content),
  ...withNamespace('dealpage', dealpage),
  ...withNamespace('loyaltypage', loyaltypage),
  ...withNamespace('nutrition', nutrition),
  ...withNamespace('press', press),
}
export default words
