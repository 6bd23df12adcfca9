type Named<Namespace extends string, Words> = {
  [Key in keyof Words & string as `${Namespace}.${Key}`]: string
}

/** The spaces that French has before : and inside « » do not break: no line begins with a colon. */
export function withFrenchSpaces<Words extends Record<string, string>>(words: Words): Words {
  const entries = Object.entries(words).map(([key, word]) => [
    key,
    word.replace(/ (?=[:»%])|(?<=«) /g, '\u00a0'),
  ])
  return Object.fromEntries(entries) as Words
}

/** The words of one file under the name of the file: "title" of home.json is the key "home.title". */
export function withNamespace<Namespace extends string, Words extends Record<string, string>>(
  namespace: Namespace,
  words: Words,
): Named<Namespace, Words> {
  const entries = Object.entries(words).map(([key, word]) => [`${namespace}.${key}`, word])
  return Object.fromEntries(entries) as Named<Namespace, Words>
}
