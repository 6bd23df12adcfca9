/** Applies French elision to "de" before a name: près d’Ottawa, près de Montréal. */
export function elide(sentence: string, lang: string): string {
  return lang.startsWith('fr') ? sentence.replaceAll(/\b([dD])e (?=[AEIOUÀÂÉÈÊÎÔŒ])/g, '$1’') : sentence
}
