import { addBundles, type Bundle } from './i18n'

// Markets without ordering have no order and no account bundle.
addBundles(import.meta.glob<Bundle>('./*.{content,form,order,account}.ts'))
