import abroad from '../../../locales/fr-ca/abroad.json'
import { named, unbroken } from './words'

/** The words of the pages that tell of the brand in the French of Quebec. A new file is added here and in the other languages. */
const words = unbroken({
  ...named('abroad', abroad),
})
export default words
