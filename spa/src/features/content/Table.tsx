import type { Span } from '../../api/content'
import { plainText } from './bands'
import { Inline } from './Inline'
import styles from './Table.module.css'

interface TableProps {
  head: readonly Span[][]
  rows: readonly Span[][][]
}

/** A text table. On phones each row is a block, with the column name above each cell. */
export function Table({ head, rows }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={plainText(cell)} scope="col">
              <Inline spans={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = [], ...rest]) => (
          <tr key={plainText(first)}>
            <th scope="row">
              <Inline spans={first} />
            </th>
            {rest.map((cell, i) => (
              <td key={plainText(head[i + 1] ?? [])} data-column={plainText(head[i + 1] ?? [])}>
                <Inline spans={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
