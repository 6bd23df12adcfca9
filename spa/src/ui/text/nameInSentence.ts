/**
 * Returns a menu name for use inside a sentence: "No red onion", "Sans oignon rouge". Names of peoples and places ("American cheese"),
 * titles and abbreviations keep their capital. `capitals` are the words of "menu.capitals".
 */
export function nameInSentence(name: string, capitals: string): string {
  const capitalised = capitals.split(' ')
  const [first = '', ...others] = name.split(' ')
  const isTitle = others.some((word) => /^\p{Lu}/u.test(word) && !capitalised.includes(word))
  if (isTitle || capitalised.includes(first) || !/^\p{Lu}(\p{Ll}|$)/u.test(first)) return name
  return name.charAt(0).toLowerCase() + name.slice(1)
}
