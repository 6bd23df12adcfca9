const marked: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...'aàbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoôpþqɋrŕsštţuûvṽwŵxẋyýzžAÀBßCÇDĐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÔPÞQɊRŔSŠTŢUÛVṼWŴXẊYÝZŽ',
  ]
    .map((letter, i, all) => [letter, all[i + 1]!] as const)
    .filter((_, i) => i % 2 === 0),
)

/**
 * Pseudo-translates English text: marked letters, a third longer, in special brackets; placeholders are unchanged. Text without the
 * brackets is not translated; text without its end is truncated. For tests.
 */
export function pseudo(sentence: string): string {
  const said = sentence.replaceAll(/\[[\w-]+\]|[a-z]/gi, (part) => marked[part] ?? part)
  return `⟦${said}${'·'.repeat(Math.ceil(sentence.length / 3))}⟧`
}
