import { bundles } from 'virtual:translations/pages'
import { addBundles } from './i18n'

// Markets without ordering have no order and no account bundle.
addBundles(bundles)
