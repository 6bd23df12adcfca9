import account from '../../../locales/en/account.json'
import profile from '../../../locales/en/profile.json'
import rewards from '../../../locales/en/rewards.json'
import { withNamespace } from './translationFiles'

/** English texts of the account pages, which also use those of the order pages. Add a new file here and in the other languages. */
const words = {
  ...withNamespace('account', account),
  ...withNamespace('profile', profile),
  ...withNamespace('rewards', rewards),
}
export default words
