import abroad from '../../../locales/es-mx/abroad.json'
import content from '../../../locales/es-mx/content.json'
import { withNamespace } from './wordFiles'

/** The words of the pages that tell of the brand in the Spanish of Mexico. A new file is added here and in the other languages. */
const words = {
  ...withNamespace('abroad', abroad),
  ...withNamespace('content', content),
}
export default words
