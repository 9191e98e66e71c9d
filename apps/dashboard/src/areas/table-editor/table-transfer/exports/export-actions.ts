import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import type { TableExportFormat } from '@basalt/contract/table-transfer/table-transfer.rules.ts'
import { Download } from 'lucide-react'
import { toast } from '../../../../ui/feedback/toast.ts'
import { progressText } from './progress-text.ts'

const formats: { format: TableExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'spreadsheet', label: 'CSV for spreadsheets' },
  { format: 'json', label: 'JSON' },
  { format: 'jsonl', label: 'JSON lines' },
  { format: 'sql', label: 'SQL' },
]

/** Lines of an entity's menu that export all of its rows. The header of its grid offers filters and columns. */
export const exportActions = (entity: Entity, { ref }: { readonly ref: string }) => [
  {
    label: 'Export rows',
    icon: Download,
    actions: formats.map(({ format, label }) => ({
      label,
      run: () => void exportAll(ref, entity, format),
    })),
  },
]

/** Between two updates of the number of rows. */
const TOAST_INTERVAL_MS = 500

async function exportAll(ref: string, { id, name }: Entity, format: TableExportFormat) {
  const stop = new AbortController()
  const toastId = `export-${id}-${format}`
  let shownAt = 0
  const show = (description: string) =>
    toast({
      id: toastId,
      title: `Exporting ${name}`,
      description,
      lasting: true,
      action: { label: 'Stop', onClick: () => stop.abort() },
    })
  show('Reading the first rows')
  try {
    const { downloadExport } = await import('./download-export.ts')
    const done = await downloadExport(
      { ref, table: { id, name }, request: { format, filter: [], sort: [] } },
      (progress) => {
        if (performance.now() - shownAt < TOAST_INTERVAL_MS) return
        shownAt = performance.now()
        show(progressText(progress))
      },
      stop.signal,
    )
    toast({ id: toastId, tone: 'success', title: `Exported ${name}`, description: progressText(done) })
  } catch (error) {
    if (stop.signal.aborted) toast({ id: toastId, title: `Stopped the export of ${name}` })
    else {
      const description = error instanceof Error ? error.message : String(error)
      toast({ id: toastId, tone: 'critical', title: `Failed to export ${name}`, description })
    }
  }
}
