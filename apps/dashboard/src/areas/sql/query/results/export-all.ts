import { exportQuery } from '@basalt/contract/query/query.endpoints.ts'
import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { fileExtension } from '@basalt/sql/result-text.ts'
import { send } from '../../../../api/call.ts'
import { saveBlob } from '../../../../lib/download.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { QuerySource } from '../run/query-source.ts'
import { calledTarget } from '../run/run-target.ts'

const names: Record<ExportFormat, string> = {
  csv: 'CSV',
  spreadsheet: 'CSV for spreadsheets',
  json: 'JSON',
  sql: 'SQL',
}

/** Downloads every row of a query, which runs again for it. The browser keeps what comes outside of the page's memory. */
export async function exportAll(ref: string, source: QuerySource, format: ExportFormat) {
  const name = names[format]
  const id = `export-${format}`
  toast({ title: `Downloading results as ${name}`, lasting: true, id })
  try {
    const body = { query: source.sql, format, ...calledTarget(source, new Date()) }
    const response = await send(exportQuery, { params: { ref }, body })
    saveBlob(`query-result.${fileExtension(format)}`, await response.blob())
    toast({ tone: 'success', title: `Downloaded results as ${name}`, id })
  } catch (error) {
    const description = error instanceof Error ? error.message : String(error)
    toast({ tone: 'critical', title: `Failed to download results as ${name}`, description, id })
  }
}
