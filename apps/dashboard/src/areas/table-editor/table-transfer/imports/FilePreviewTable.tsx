import type { FilePreview } from '@basalt/table-rows/files/read-file.ts'
import { formatAmount } from '../../../../lib/amount.ts'
import { headCellClass, tableFrameClass } from '../../../../ui/table/table-class.ts'

const ROWS_SHOWN = 5
const COLUMNS_SHOWN = 50

/** The first rows of a file. */
export function FilePreviewTable({ preview: { names, rows } }: { preview: FilePreview }) {
  const shown = names.slice(0, COLUMNS_SHOWN)
  return (
    <section
      aria-label="First rows of the file"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={`${tableFrameClass} overflow-x-auto`}
    >
      <table aria-label="First rows" className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {shown.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, places do not change
              <th key={index} scope="col" className={`${headCellClass} whitespace-nowrap text-left`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="last:[&>tr:last-child]:border-b-0">
          {rows.slice(0, ROWS_SHOWN).map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
            <tr key={line} className="border-line border-b">
              {shown.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={index} className="h-8 max-w-60 truncate px-3 font-mono text-xs">
                  {row[index] === null || row[index] === undefined ? (
                    <span className="text-ink-faint italic">NULL</span>
                  ) : row[index] === '' ? (
                    <span className="text-ink-faint italic">empty</span>
                  ) : (
                    row[index].slice(0, 200)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {names.length > COLUMNS_SHOWN && (
        <p className="sticky left-0 w-max max-w-full px-3 py-1.5 text-ink-muted text-xs">
          The first {COLUMNS_SHOWN} of {formatAmount('count', names.length)} columns.
        </p>
      )}
    </section>
  )
}
