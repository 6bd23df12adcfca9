import form from '../../../locales/fr-ca/form.json'
import forms from '../../../locales/fr-ca/forms.json'
import { withFrenchSpaces, withNamespace } from './translationFiles'

/** Canadian French texts of the forms on brand pages. Add a new file here and in the other languages. */
const words = withFrenchSpaces({ ...withNamespace('form', form), ...withNamespace('forms', forms) })
export default words
