import form from '../../../locales/es-mx/form.json'
import { withNamespace } from './translationFiles'

/** Mexican Spanish texts of the forms on brand pages. Add a new file here and in the other languages. */
const words = withNamespace('form', form)
export default words
