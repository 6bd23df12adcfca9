/** The names of the pages that the browser renders. */
export const rendered: ReadonlySet<string>
