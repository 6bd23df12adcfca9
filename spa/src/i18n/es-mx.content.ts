import abroad from '../../../locales/es-mx/abroad.json'
import content from '../../../locales/es-mx/content.json'
import { withNamespace } from './translationFiles'

/** Mexican Spanish texts of the brand pages. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('abroad', abroad),
  ...withNamespace('content', content),
}
export default words
