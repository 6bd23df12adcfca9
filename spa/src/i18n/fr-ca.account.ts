import account from '../../../locales/fr-ca/account.json'
import profile from '../../../locales/fr-ca/profile.json'
import rewards from '../../../locales/fr-ca/rewards.json'
import { withFrenchSpaces, withNamespace } from './translationFiles'

/** Canadian French texts of the account pages. Add a new file here and in the other languages. */
const words = withFrenchSpaces({
  ...withNamespace('account', account),
  ...withNamespace('profile', profile),
  ...withNamespace('rewards', rewards),
})
export default words
