import abroad from '../../../locales/en/abroad.json'
import { named } from './words'

/** The words of the pages that tell of the brand in English. A new file is added here and in the other languages. */
const words = {
  ...named('abroad', abroad),
}
export default words
