import form from '../../../locales/en/form.json'
import forms from '../../../locales/en/forms.json'
import { withNamespace } from './translationFiles'

/** English texts of the forms on brand pages. Add a new file here and in the other languages. */
const words = { ...withNamespace('form', form), ...withNamespace('forms', forms) }
export default words
