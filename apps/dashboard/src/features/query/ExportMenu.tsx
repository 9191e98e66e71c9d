import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { Copy, DatabaseZap, Download } from 'lucide-react'
import { downloadFile } from '../../lib/download.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { MenuGroup } from '../../ui/MenuGroup.tsx'
import { MenuItem } from '../../ui/MenuItem.tsx'
import { MenuSeparator } from '../../ui/MenuSeparator.tsx'
import { toast } from '../../ui/toast.ts'
import { type ExportRows, exportPieces } from './result-export.ts'
import { countRows } from './result-words.ts'
import { copiedFormats, copyRows } from './results/copy-rows.ts'
import { shortcutOf } from './results/export-shortcuts.rules.ts'
import { useExportShortcuts } from './results/use-export-shortcuts.ts'

const files: { format: ExportFormat; name: string; type: string }[] = [
  { format: 'csv', name: 'CSV', type: 'text/csv;charset=utf-8' },
  { format: 'json', name: 'JSON', type: 'application/json' },
  { format: 'sql', name: 'SQL', type: 'application/sql' },
]

const keysOf = (how: 'copy' | 'download', format: string) => {
  const shortcut = shortcutOf(how, format)
  return shortcut && { shortcut }
}

/** Takes the loaded rows of a result elsewhere, or all that the query brings. */
export function ExportMenu({
  rows,
  isPart,
  onExportAll,
}: {
  /** Undefined where the rows are not in this page. */
  rows: ExportRows | undefined
  /** Whether a filter hides some of the loaded rows. */
  isPart: boolean
  /** Runs the query again for all of its rows; left out where that might change something. */
  onExportAll?: ((format: ExportFormat) => void) | undefined
}) {
  const download = (format: ExportFormat) => {
    const { type } = files.find((file) => file.format === format)!
    if (rows) downloadFile(`query-result.${format}`, type, exportPieces(format, rows))
  }
  useExportShortcuts((action) => {
    if (!rows) {
      if (action.how === 'download') onExportAll?.(action.format)
      else
        toast({ tone: 'warning', title: 'Too many rows to copy. Export them as a file.', id: 'copied-rows' })
    } else if (rows.rowCount === 0) toast({ tone: 'warning', title: 'Results are empty', id: 'copied-rows' })
    else if (action.how === 'copy') void copyRows(action.format, rows)
    else {
      toast({ title: `Downloading results as ${action.format.toUpperCase()}`, id: 'copied-rows' })
      download(action.format)
    }
  })
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <Button variant="ghost" size="sm" icon={Download}>
          <span className="max-sm:sr-only">Export</span>
        </Button>
      }
    >
      {rows && <LoadedRows rows={rows} isPart={isPart} onDownload={download} />}
      {onExportAll && (
        <>
          {rows && <MenuSeparator />}
          <MenuGroup label="All rows, without the limit">
            {files.map(({ format, name }) => (
              <MenuItem key={format} icon={DatabaseZap} onSelect={() => onExportAll(format)}>
                Export all as {name}
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
    </Menu>
  )
}

function LoadedRows({
  rows,
  isPart,
  onDownload,
}: {
  rows: ExportRows
  isPart: boolean
  onDownload: (format: ExportFormat) => void
}) {
  return (
    <>
      <MenuGroup label={`${countRows(rows.rowCount)} ${isPart ? 'shown' : 'loaded'}`}>
        {copiedFormats.map(({ format, name }) => (
          <MenuItem
            key={format}
            icon={Copy}
            {...keysOf('copy', format)}
            onSelect={() => void copyRows(format, rows)}
          >
            Copy as {name}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuGroup label="Download these rows">
        {files.map(({ format, name }) => (
          <MenuItem
            key={format}
            icon={Download}
            {...keysOf('download', format)}
            onSelect={() => onDownload(format)}
          >
            Download {name}
          </MenuItem>
        ))}
      </MenuGroup>
    </>
  )
}
