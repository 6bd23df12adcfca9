import { useState } from 'react'
import type { Line } from '../../../api/generated'

/** A removed line that can be restored; `after` is the line above it. */
interface RemovedLine {
  line: Line
  after?: string
}

/** Tracks removed lines that can be restored. */
export function useRemovedLines() {
  const [lines, setLines] = useState<readonly RemovedLine[]>([])
  return {
    lines,
    keep: (removed: RemovedLine) => setLines((all) => [...all, removed]),
    forget: (lineId: string) => setLines((all) => all.filter(({ line }) => line.lineId !== lineId)),
  }
}

export type RemovedLines = ReturnType<typeof useRemovedLines>

/** A row of the cart: a line, or the placeholder of a removed one. */
type Row = { line: Line; removed: boolean }

/** Returns the lines with placeholders of removed ones at their positions. */
export function cartRows(lines: readonly Line[], removed: readonly RemovedLine[]): Row[] {
  const rows: Row[] = lines
    // Remove optimistically, before the server answers.
    .filter(({ lineId }) => !removed.some(({ line }) => line.lineId === lineId))
    .map((line) => ({ line, removed: false }))
  for (const { line, after } of removed) {
    // If the line above was removed too, the row becomes the first.
    const at = rows.findIndex((row) => row.line.lineId === after)
    rows.splice(at + 1, 0, { line, removed: true })
  }
  return rows
}
