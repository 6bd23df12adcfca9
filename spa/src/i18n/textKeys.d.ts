import 'i18next'

/** Files of the site's texts. */
interface Files {
  abroad: typeof import('../../../locales/en/abroad.json')['default']
  account: typeof import('../../../locales/en/account.json')['default']
  app: typeof import('../../../locales/en/app.json')['default']
  board: typeof import('../../../locales/en/board.json')['default']
  cart: typeof import('../../../locales/en/cart.json')['default']
  checkout: typeof import('../../../locales/en/checkout.json')['default']
  content: typeof import('../../../locales/en/content.json')['default']
  curbside: typeof import('../../../locales/en/curbside.json')['default']
  dealbar: typeof import('../../../locales/en/dealbar.json')['default']
  dealpage: typeof import('../../../locales/en/dealpage.json')['default']
  deals: typeof import('../../../locales/en/deals.json')['default']
  food: typeof import('../../../locales/en/food.json')['default']
  form: typeof import('../../../locales/en/form.json')['default']
  forms: typeof import('../../../locales/en/forms.json')['default']
  home: typeof import('../../../locales/en/home.json')['default']
  item: typeof import('../../../locales/en/item.json')['default']
  locations: typeof import('../../../locales/en/locations.json')['default']
  loyaltypage: typeof import('../../../locales/en/loyaltypage.json')['default']
  map: typeof import('../../../locales/en/map.json')['default']
  menu: typeof import('../../../locales/en/menu.json')['default']
  move: typeof import('../../../locales/en/move.json')['default']
  nutrition: typeof import('../../../locales/en/nutrition.json')['default']
  order: typeof import('../../../locales/en/order.json')['default']
  payment: typeof import('../../../locales/en/payment.json')['default']
  press: typeof import('../../../locales/en/press.json')['default']
  problem: typeof import('../../../locales/en/problem.json')['default']
  profile: typeof import('../../../locales/en/profile.json')['default']
  rewards: typeof import('../../../locales/en/rewards.json')['default']
  shell: typeof import('../../../locales/en/shell.json')['default']
  start: typeof import('../../../locales/en/start.json')['default']
  summary: typeof import('../../../locales/en/summary.json')['default']
  tax: typeof import('../../../locales/en/tax.json')['default']
  welcome: typeof import('../../../locales/en/welcome.json')['default']
}

/** Key of a text of the site: "title" of home.json is "home.title". */
export type TextKey = { [Name in keyof Files]: `${Name}.${keyof Files[Name] & string}` }[keyof Files]

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Record<TextKey, string> }
    keySeparator: false
    nsSeparator: false
    interpolationPrefix: '['
    interpolationSuffix: ']'
  }
}
