import abroad from '../../../locales/pt-br/abroad.json'
import content from '../../../locales/pt-br/content.json'
import { withNamespace } from './wordFiles'

/** The words of the pages that tell of the brand in the Portuguese of Brazil. A new file is added here and in the other languages. */
const words = {
  ...withNamespace('abroad', abroad),
  ...withNamespace('content', content),
}
export default words
