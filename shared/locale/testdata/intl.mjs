// Writes intl.json: the output of Intl in the languages of the site. Run it with Node 24 after a change of the formats.
import { writeFileSync } from 'node:fs'

const languages = { en: 'en-US', 'en-ca': 'en-CA', 'fr-ca': 'fr-CA', 'pt-br': 'pt-BR', 'ja-jp': 'ja-JP', 'es-mx': 'es-MX' }
const instants = [
  ...Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1 + month, 9 + month, 5))),
  ...['00:00', '00:05', '09:30', '11:59', '12:00', '12:01', '17:45', '23:59'].map((t) => new Date(`2026-06-07T${t}:00Z`)),
]
const cents = [0, 1, -1, 40, -40, 1250, 99999, 100000, 123456789, -123456789]
const rates = [5, 8.25, 9.975, 13]

const said = {}
for (const [locale, language] of Object.entries(languages)) {
  const date = (options) => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options })
  // In Québec the first of a month is written 1er.
  const firsts = (form) => (locale === 'fr-ca' ? form.replace(/\b1 (?=\p{L})/u, '1er ') : form)
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency: locale === 'en' ? 'USD' : 'CAD', currencyDisplay: 'narrowSymbol' })
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 })
  said[locale] = {
    instants: instants.map((at) => ({
      at,
      // In Québec a whole hour is written without minutes.
      time: date({ hour: 'numeric', minute: '2-digit' }).format(at).replace(/(\sh)\s00$/, '$1'),
      day: firsts(date({ weekday: 'long', month: 'long', day: 'numeric' }).format(at)),
      date: firsts(date({ dateStyle: 'long' }).format(at)),
    })),
    amounts: cents.map((minor) => ({ minor, text: amount.format(minor / 100) })),
    rates: rates.map((rate) => ({ rate: String(rate), text: percent.format(rate / 100) })),
  }
}
writeFileSync(new URL('intl.json', import.meta.url), `${JSON.stringify(said, null, 1)}\n`)
