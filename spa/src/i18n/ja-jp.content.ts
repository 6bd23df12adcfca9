import abroad from '../../../locales/ja-jp/abroad.json'
import content from '../../../locales/ja-jp/content.json'
import { withNamespace } from './translationFiles'

/** Japanese texts of the brand pages. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('abroad', abroad),
  ...withNamespace('content', content),
}
export default words
