import form from '../../../locales/pt-br/form.json'
import { withNamespace } from './translationFiles'

/** Brazilian Portuguese texts of the forms on brand pages. Add a new file here and in the other languages. */
const words = withNamespace('form', form)
export default words
