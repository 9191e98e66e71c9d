import { exportQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { RowLimit } from '@basalt/contract/query/query.rules.ts'
import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { fileExtension } from '@basalt/sql/result-formats.ts'
import type { ReactNode } from 'react'
import { send } from '../../../../api/call.ts'
import { saveBlob } from '../../../../lib/download.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { SwitchToPrimary } from '../../database/switch-to-primary.ts'
import { ChartContext } from '../chart/chart-context.ts'
import { type DocumentChart, useChart } from '../chart/use-chart.ts'
import type { QueryRun, QueryRunSnapshot } from '../run/query-run.ts'
import type { QuerySource } from '../run/query-source.ts'
import { browsed } from '../run/row-limit.ts'
import { targetParams } from '../run/run-target.ts'
import { LazyResults } from './LazyResults.tsx'

/** The results of the editor's last run, and the actions that run it again. */
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
  // A run with a limit is a single select, which is safe to run again.
  const again = source?.limit === undefined ? undefined : source
  return (
    <ChartContext value={chart}>
      <SwitchToPrimary value={source?.database === undefined ? undefined : onSwitchToPrimary}>
        <LazyResults
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

const names: Record<ExportFormat, string> = {
  csv: 'CSV',
  spreadsheet: 'CSV for spreadsheets',
  json: 'JSON',
  sql: 'SQL',
}

/** Runs a query again and downloads all of its rows. The browser holds the file outside the page's memory. */
async function exportAll(ref: string, source: QuerySource, format: ExportFormat) {
  const name = names[format]
  const id = `export-${format}`
  toast({ title: `Downloading results as ${name}`, lasting: true, id })
  try {
    const body = { query: source.sql, format, ...targetParams(source, new Date()) }
    const response = await send(exportQuery, { params: { ref }, body })
    saveBlob(`query-result.${fileExtension(format)}`, await response.blob())
    toast({ tone: 'success', title: `Downloaded results as ${name}`, id })
  } catch (error) {
    const description = error instanceof Error ? error.message : String(error)
    toast({ tone: 'critical', title: `Failed to download results as ${name}`, description, id })
  }
}
