import abroad from '../../../locales/pt-br/abroad.json'
import { named } from './words'

/** The words of the pages that tell of the brand in the Portuguese of Brazil. A new file is added here and in the other languages. */
const words = {
  ...named('abroad', abroad),
}
export default words
