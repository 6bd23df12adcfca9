import abroad from '../../../locales/ja-jp/abroad.json'
import content from '../../../locales/ja-jp/content.json'
import { named } from './words'

/** The words of the pages that tell of the brand in Japanese. A new file is added here and in the other languages. */
const words = {
  ...named('abroad', abroad),
  ...named('content', content),
}
export default words
