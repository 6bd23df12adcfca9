import abroad from '../../../locales/ja-jp/abroad.json'
import content from '../../../locales/ja-jp/content.json'
import { withNamespace } from './wordFiles'

/** The words of the pages that tell of the brand in Japanese. A new file is added here and in the other languages. */
const words = {
  ...withNamespace('abroad', abroad),
  ...withNamespace('content', content),
}
export default words
