import { useState } from 'react'
import type { Line } from '../../../api/generated'

/** A line that was taken out, while it can still be put back; `after` is the line that it stood under. */
interface RemovedLine {
  line: Line
  after?: string
}

/** The lines that were taken out and can be put back. */
export function useRemovedLines() {
  const [lines, setLines] = useState<readonly RemovedLine[]>([])
  return {
    lines,
    keep: (removed: RemovedLine) => setLines((all) => [...all, removed]),
    forget: (lineId: string) => setLines((all) => all.filter(({ line }) => line.lineId !== lineId)),
  }
}

export type RemovedLines = ReturnType<typeof useRemovedLines>

/** A row of the cart: a line, or the place where one stood. */
type Row = { line: Line; removed: boolean }

/** The lines with the places of those that were taken out, each where it stood. */
export function cartRows(lines: readonly Line[], removed: readonly RemovedLine[]): Row[] {
  const rows: Row[] = lines
    // Taken out on screen at once, before the server has answered.
    .filter(({ lineId }) => !removed.some(({ line }) => line.lineId === lineId))
    .map((line) => ({ line, removed: false }))
  for (const { line, after } of removed) {
    // Gone from above as well: then it is the first.
    const at = rows.findIndex((row) => row.line.lineId === after)
    rows.splice(at + 1, 0, { line, removed: true })
  }
  return rows
}
