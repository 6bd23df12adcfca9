import form from '../../../locales/ja-jp/form.json'
import { withNamespace } from './translationFiles'

/** Japanese texts of the forms on brand pages. Add a new file here and in the other languages. */
const words = withNamespace('form', form)
export default words
