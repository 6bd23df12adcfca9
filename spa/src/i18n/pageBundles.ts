import { addBundles, type Bundle } from './i18n'

// Markets without ordering have no order bundle.
addBundles(import.meta.glob<Bundle>('./*.{content,order}.ts'))
