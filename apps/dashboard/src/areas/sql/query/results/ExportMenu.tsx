import type { ExportFormat } from '@basalt/contract/query/query.schema.ts'
import { Copy, DatabaseZap, Download } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuGroup } from '../../../../ui/menu/MenuGroup.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { copyFailureMessage, copyFormats, copyRows } from './copy-rows.ts'
import { type ExportAction, exportShortcut, shortcutOf } from './export-shortcuts.rules.ts'
import { countRows } from './result-labels.ts'
import type { RowsSource } from './rows-source.ts'

const files: { format: ExportFormat; name: string }[] = [
  { format: 'csv', name: 'CSV' },
  { format: 'spreadsheet', name: 'CSV, safe for spreadsheets' },
  { format: 'json', name: 'JSON' },
  { format: 'sql', name: 'SQL' },
]

const keysOf = (how: 'copy' | 'download', format: string) => {
  const shortcut = shortcutOf(how, format)
  return shortcut && { shortcut }
}

/** Copies or downloads the displayed rows of a result, or all rows of the query. */
export function ExportMenu({
  rows,
  scope,
  onExportAll,
}: {
  /** The displayed rows of the result. */
  rows: RowsSource
  /** Which rows these are, such as `loaded`. */
  scope: string
  /** Runs the query again for all of its rows; omitted when that might have side effects. */
  onExportAll?: ((format: ExportFormat) => void) | undefined
}) {
  const download = async (format: ExportFormat) => {
    try {
      await rows.download(format)
    } catch (error) {
      const title = `Failed to download ${format.toUpperCase()}`
      toast({ tone: 'critical', title, description: copyFailureMessage(error), id: 'copied-rows' })
    }
  }
  useExportShortcuts((action) => {
    if (rows.rowCount === 0) toast({ tone: 'warning', title: 'Results are empty', id: 'copied-rows' })
    else if (action.how === 'copy') void copyRows(action.format, rows)
    else {
      toast({ title: `Downloading results as ${action.format.toUpperCase()}`, id: 'copied-rows' })
      void download(action.format)
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
      <DisplayedRows rows={rows} scope={scope} onDownload={(format) => void download(format)} />
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

function DisplayedRows({
  rows,
  scope,
  onDownload,
}: {
  rows: RowsSource
  scope: string
  onDownload: (format: ExportFormat) => void
}) {
  return (
    <>
      <MenuGroup label={`${countRows(rows.rowCount)} ${scope}`}>
        {copyFormats.map(({ format, name }) => (
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

/** Handles the shortcuts for copying and downloading anywhere on the page, except in dialogs. */
function useExportShortcuts(onAction: (action: ExportAction) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isInDialog =
      target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null
    const action = isInDialog ? undefined : exportShortcut(event)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    onAction(action)
  })
  useEffect(() => {
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
}
