import abroad from '../../../locales/fr-ca/abroad.json'
import board from '../../../locales/fr-ca/board.json'
import content from '../../../locales/fr-ca/content.json'
import dealpage from '../../../locales/fr-ca/dealpage.json'
import loyaltypage from '../../../locales/fr-ca/loyaltypage.json'
import nutrition from '../../../locales/fr-ca/nutrition.json'
import press from '../../../locales/fr-ca/press.json'
import { withFrenchSpaces, withNamespace } from './translationFiles'

/** Canadian French texts of the brand pages. Add a new file here and in the other languages. */
const words = withFrenchSpaces({
  ...withNamespace('abroad', abroad),
  ...withNamespace('board', board),
  ...withNamespace('content', content),
  ...withNamespace('dealpage', dealpage),
  ...withNamespace('loyaltypage', loyaltypage),
  ...withNamespace('nutrition', nutrition),
  ...withNamespace('press', press),
})
export default words
