import type { ImportResult } from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { formatAmount } from '../../../../lib/amount.ts'
import { headCellClass, tableFrameClass } from '../../../../ui/table/table-class.ts'

/** The lines that do not fit, each with its reason. `unit` is what they are counted in. */
export function BadLines({ result, unit }: { result: ImportResult; unit: 'Line' | 'Row' }) {
  const { bad_lines: lines, bad_line_count: count } = result
  return (
    <div className="flex flex-col gap-2">
      <section
        aria-label="Lines that do not fit"
        className={`${tableFrameClass} max-h-72 overflow-auto`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
        tabIndex={0}
      >
        <table aria-label="Lines that do not fit" className="w-full border-collapse text-sm">
          <thead>
            <tr>
              {[unit, 'Column', 'Value', 'Reason'].map((header) => (
                <th key={header} scope="col" className={`${headCellClass} text-left`}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, column, value, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
              <tr key={index} className="border-line border-b align-top">
                <td className="px-3 py-1.5 tabular-nums">{formatAmount('count', line)}</td>
                <td className="wrap-anywhere px-3 py-1.5">{column}</td>
                <td className="wrap-anywhere max-w-60 px-3 py-1.5 font-mono text-xs">{value}</td>
                <td className="wrap-anywhere px-3 py-1.5">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count > lines.length && (
        <p className="text-ink-muted text-sm">
          The first {formatAmount('count', lines.length)} of {formatAmount('count', count)} are listed.
        </p>
      )}
    </div>
  )
}
