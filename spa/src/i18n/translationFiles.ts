type Named<Namespace extends string, Words> = {
  [Key in keyof Words & string as `${Namespace}.${Key}`]: string
}

/** Makes the French spaces before : and inside « » non-breaking, so that no line begins with a colon. */
export function withFrenchSpaces<Words extends Record<string, string>>(words: Words): Words {
  const entries = Object.entries(words).map(([key, word]) => [
    key,
    word.replace(/ (?=[:»%])|(?<=«) /g, '\u00a0'),
  ])
  return Object.fromEntries(entries) as Words
}

/** Prefixes the keys of a file with its name: "title" of home.json becomes "home.title". */
export function withNamespace<Namespace extends string, Words extends Record<string, string>>(
  namespace: Namespace,
  words: Words,
): Named<Namespace, Words> {
  const entries = Object.entries(words).map(([key, word]) => [`${namespace}.${key}`, word])
  return Object.fromEntries(entries) as Named<Namespace, Words>
}
