import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import type { ResultFormat } from '@basalt/sql/result-text.ts'
import { Copy, DatabaseZap, Download } from 'lucide-react'
import { copyText } from '../../lib/clipboard.ts'
import { downloadFile } from '../../lib/download.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { MenuGroup } from '../../ui/MenuGroup.tsx'
import { MenuItem } from '../../ui/MenuItem.tsx'
import { MenuSeparator } from '../../ui/MenuSeparator.tsx'
import { toast } from '../../ui/toast.ts'
import { type ExportRows, exportPieces } from './result-export.ts'
import { countRows } from './result-words.ts'

const copies: { format: ResultFormat; name: string }[] = [
  { format: 'tsv', name: 'TSV' },
  { format: 'csv', name: 'CSV' },
  { format: 'json', name: 'JSON' },
  { format: 'markdown', name: 'Markdown' },
  { format: 'sql', name: 'SQL inserts' },
]

const files: { format: ExportFormat; name: string; type: string }[] = [
  { format: 'csv', name: 'CSV', type: 'text/csv;charset=utf-8' },
  { format: 'json', name: 'JSON', type: 'application/json' },
  { format: 'sql', name: 'SQL', type: 'application/sql' },
]

/** Takes the loaded rows of a result elsewhere, or all that the query brings. */
export function ExportMenu({
  rows,
  onExportAll,
}: {
  rows: ExportRows
  /** Runs the query again for all of its rows; left out where that might change something. */
  onExportAll?: ((format: ExportFormat) => void) | undefined
}) {
  const copy = async (format: ResultFormat, name: string) => {
    try {
      await copyText(exportPieces(format, rows).join(''))
      toast({ tone: 'success', title: `Copied ${countRows(rows.rowCount)} as ${name}`, id: 'copied-rows' })
    } catch (error) {
      toast({
        tone: 'critical',
        title: `Failed to copy as ${name}`,
        description:
          error instanceof RangeError ? 'The result is too large for the clipboard' : String(error),
      })
    }
  }
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <Button variant="ghost" size="sm" icon={Download}>
          Export
        </Button>
      }
    >
      <MenuGroup label={`${countRows(rows.rowCount)} loaded`}>
        {copies.map(({ format, name }) => (
          <MenuItem key={format} icon={Copy} onSelect={() => copy(format, name)}>
            Copy as {name}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuGroup label="Download these rows">
        {files.map(({ format, name, type }) => (
          <MenuItem
            key={format}
            icon={Download}
            onSelect={() => downloadFile(`query-result.${format}`, type, exportPieces(format, rows))}
          >
            Download {name}
          </MenuItem>
        ))}
      </MenuGroup>
      {onExportAll && (
        <>
          <MenuSeparator />
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
