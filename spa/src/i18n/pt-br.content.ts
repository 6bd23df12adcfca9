import abroad from '../../../locales/pt-br/abroad.json'
import content from '../../../locales/pt-br/content.json'
import { withNamespace } from './translationFiles'

/** Brazilian Portuguese texts of the brand pages. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('abroad', abroad),
  ...withNamespace('content', content),
}
export default words
