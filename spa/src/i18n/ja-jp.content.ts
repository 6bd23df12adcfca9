import abroad from '../../../locales/ja-jp/abroad.json'
import { named } from './words'

/** The words of the pages that tell of the brand in Japanese. A new file is added here and in the other languages. */
const words = {
  ...named('abroad', abroad),
}
export default words
