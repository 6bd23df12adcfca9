/**
 * A name of the menu as it stands inside a sentence: "No red onion", "Sans oignon rouge". A name of a people or a place keeps its
 * capital ("American cheese"), and so do titles and abbreviations. `capitals` are the words of "menu.capitals".
 */
export function nameInSentence(name: string, capitals: string): string {
  const kept = capitals.split(' ')
  const [first = '', ...others] = name.split(' ')
  const title = others.some((word) => /^\p{Lu}/u.test(word) && !kept.includes(word))
  if (title || kept.includes(first) || !/^\p{Lu}(\p{Ll}|$)/u.test(first)) return name
  return name.charAt(0).toLowerCase() + name.slice(1)
}
