import type { CopyReport } from '@basalt/contract/rehearsals/rehearsals.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { durationOf, effectsOf, factsOf, summaryOf } from './copy-report.rules.ts'

/** What statements did to a copy of the database. */
export function CopyReportView({ report }: { report: CopyReport }) {
  const { statements, failure, copy_ms, database_bytes_before, database_bytes_after } = report
  return (
    <>
      <Callout role="status" {...summaryOf(report)}>
        The copy was made in {durationOf(copy_ms)} and is removed.
        {!failure &&
          ` The database has ${formatBytes(database_bytes_before)}, and up to ${formatBytes(database_bytes_after)} while it runs.`}
      </Callout>
      <ol
        aria-label="Statements"
        className="flex flex-col divide-y divide-line rounded-md border border-line"
      >
        {statements.map((statement, index) => (
          // The order of statements is what tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
          <li key={index} className="flex flex-col gap-1 px-3 py-2 text-sm">
            <Sql text={statement.sql} />
            <span className="text-ink-muted tabular-nums">{factsOf(statement)}</span>
            <ul className="list-disc pl-4">
              {effectsOf(statement).map(({ table, text }) => (
                <li key={`${table} ${text}`} className="wrap-anywhere">
                  <span className="font-mono text-xs">{table}</span> {text}
                </li>
              ))}
            </ul>
          </li>
        ))}
        {failure && (
          <li className="flex flex-col gap-1 px-3 py-2 text-sm">
            <Sql text={failure.sql} />
            <span className="wrap-anywhere text-critical-ink">
              {failure.message} ({failure.sqlstate}), after {durationOf(failure.duration_ms)}
            </span>
          </li>
        )}
      </ol>
    </>
  )
}

const Sql = ({ text }: { text: string }) => (
  <code className="line-clamp-2 whitespace-pre-wrap wrap-anywhere font-mono text-xs">{text}</code>
)
