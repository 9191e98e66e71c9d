import type { RowLimit } from '@basalt/contract/query/query.rules.ts'
import type { ReactNode } from 'react'
import { ChartContext } from '../chart/chart-context.ts'
import { type DocumentChart, useChart } from '../chart/use-chart.ts'
import { SwitchToPrimary } from '../database/switch-to-primary.ts'
import type { QueryRun, QueryRunSnapshot } from '../run/query-run.ts'
import type { QuerySource } from '../run/query-source.ts'
import { browsed } from '../run/row-limit.ts'
import { exportAll } from './export-all.ts'
import { LateResults } from './LateResults.tsx'

/** What the editor's last run has brought, and what can be asked of it again. */
export function RunResults({
  projectRef,
  run,
  snapshot,
  documentChart,
  onLimit,
  onPreviewAgain,
  onSwitchToPrimary,
  example,
}: {
  projectRef: string
  run: QueryRun
  snapshot: QueryRunSnapshot
  documentChart: DocumentChart | undefined
  /** Runs it again with another limit. */
  onLimit: (source: QuerySource, limit: RowLimit) => void
  onPreviewAgain: (source: QuerySource) => void
  onSwitchToPrimary: () => void
  example: ReactNode
}) {
  const chart = useChart(documentChart)
  const { source } = snapshot
  // What has a limit is a single select, which can be run again without a question.
  const again = source?.limit === undefined ? undefined : source
  return (
    <ChartContext value={chart}>
      <SwitchToPrimary value={source?.database === undefined ? undefined : onSwitchToPrimary}>
        <LateResults
          snapshot={snapshot}
          onEndPreview={(how) => void run.endHeld(how)}
          onPreviewAgain={() => source && onPreviewAgain(source)}
          onBrowseAll={again && (() => void run.start(projectRef, browsed(again)))}
          onExportAll={again && ((format) => void exportAll(projectRef, again, format))}
          onLimit={(next) => source && onLimit(source, next)}
          example={example}
        />
      </SwitchToPrimary>
    </ChartContext>
  )
}
