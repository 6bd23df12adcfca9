/** A French sentence in which "de" stands before a name of its own: près d’Ottawa, près de Montréal. */
export function elide(sentence: string, lang: string): string {
  return lang.startsWith('fr') ? sentence.replaceAll(/\b([dD])e (?=[AEIOUÀÂÉÈÊÎÔŒ])/g, '$1’') : sentence
}
