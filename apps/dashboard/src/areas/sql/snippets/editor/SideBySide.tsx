import { useMemo } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { type DiffLine, lineDiff } from './line-diff.rules.ts'

/** Unchanged lines displayed around each change. */
const CONTEXT_LINES = 3
const ROWS_MAX = 2000

interface Row {
  line: DiffLine
  number: number
}

/** A side-by-side diff of two texts. */
export function SideBySide({
  left,
  right,
  leftLabel,
  rightLabel,
}: {
  left: string
  right: string
  leftLabel: string
  rightLabel: string
}) {
  const rows = useMemo(() => nearChanges(lineDiff(left, right)), [left, right])
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
      aria-label={`${leftLabel} and ${rightLabel}`}
      className="min-h-0 flex-1 overflow-auto rounded-md border border-line bg-field"
    >
      <table className="w-full table-fixed border-collapse font-mono text-xs">
        <thead className="sticky top-0 bg-surface-2 text-left font-sans text-ink-muted">
          <tr>
            <th scope="col" className="border-line border-r px-2 py-1 font-medium">
              {leftLabel}
            </th>
            <th scope="col" className="px-2 py-1 font-medium">
              {rightLabel}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={2} className="px-2 py-3 font-sans text-ink-muted">
                The texts are identical.
              </td>
            </tr>
          )}
          {rows.slice(0, ROWS_MAX).map(({ line, number }) => (
            <tr key={number}>
              <Cell text={line.left} tone={line.kind === 'changed' ? 'left' : undefined} />
              <Cell text={line.right} tone={line.kind === 'changed' ? 'right' : undefined} />
            </tr>
          ))}
          {rows.length > ROWS_MAX && (
            <tr>
              <td colSpan={2} className="px-2 py-3 font-sans text-ink-muted">
                {(rows.length - ROWS_MAX).toLocaleString('en')} more lines differ.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

const tones = { left: 'bg-critical-subtle', right: 'bg-success-subtle' }

function Cell({ text, tone }: { text: string | undefined; tone: keyof typeof tones | undefined }) {
  const isMissing = text === undefined
  return (
    <td
      className={cx(
        'whitespace-pre-wrap px-2 align-top leading-5 [overflow-wrap:anywhere] first:border-line first:border-r',
        isMissing ? 'bg-surface-2' : tone && tones[tone],
      )}
    >
      {isMissing ? <span className="sr-only">No line</span> : text || '\u00a0'}
    </td>
  )
}

function nearChanges(lines: DiffLine[]): Row[] {
  const near = new Set<number>()
  lines.forEach(({ kind }, at) => {
    if (kind === 'same') return
    for (let row = at - CONTEXT_LINES; row <= at + CONTEXT_LINES; row += 1) near.add(row)
  })
  return lines.flatMap((line, number) => (near.has(number) ? [{ line, number }] : []))
}
