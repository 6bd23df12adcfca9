const marked: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'aàbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoôpþqɋrŕsštţuûvṽwŵxẋyýzžAÀBßCÇDĐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÔPÞQɊRŔSŠTŢUÛVṼWŴXẊYÝZŽ',
  ]
    .map((letter, i, all) => [letter, all[i + 1]!] as const)
    .filter((_, i) => i % 2 === 0),
)

/**
 * English as if it were another language: each letter marked, a third longer, in brackets of its own; placeholders stay. What a page
 * shows without the brackets does not come out of the locales, and what has lost its end does not fit. For tests.
 */
export function pseudo(sentence: string): string {
  const said = sentence.replaceAll(/\[[\w-]+\]|[a-z]/gi, (part) => marked[part] ?? part)
  return `⟦${said}${'·'.repeat(Math.ceil(sentence.length / 3))}⟧`
}
