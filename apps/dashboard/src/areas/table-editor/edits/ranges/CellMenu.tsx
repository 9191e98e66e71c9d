import type { GridColumn } from '@basalt/contract/table-editor/grid.schema.ts'
import {
  ArrowDownToLine,
  ClipboardPaste,
  Copy,
  Eraser,
  Eye,
  Filter,
  Lock,
  PanelRightOpen,
  Rows3,
  SquareDashed,
  Trash2,
  Undo2,
} from 'lucide-react'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { GridArea } from '../../../../ui/grid/grid-range.rules.ts'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { Submenu } from '../../../../ui/menu/Submenu.tsx'
import type { Icon } from '../../../../ui/text/icon.ts'
import type { Line, LineCell } from '../../rows/lines.rules.ts'
import { copyFormats } from './copied-text.rules.ts'
import type { CellActions } from './use-cell-actions.ts'

/** The actions on the selected cells of a table. */
export function CellMenu({
  area,
  lines,
  column,
  cell,
  actions,
  refusal,
  onOpenRow,
  onPeek,
  onRevert,
}: {
  area: GridArea
  /** The selected lines. */
  lines: readonly Line[]
  /** The first selected one. */
  column: GridColumn | undefined
  /** Its cell in the first line. */
  cell: LineCell | undefined
  actions: CellActions
  /** Why the first selected cell cannot be changed; undefined when it can. */
  refusal: string | undefined
  onOpenRow: (line: Line) => void
  onPeek: () => void
  onRevert: (lines: readonly Line[]) => void
}) {
  const [line] = lines
  const unavailable = refusal !== undefined && { reason: refusal }
  const noRows = actions.insertRefusal !== undefined && { reason: actions.insertRefusal }
  // Every item that changes something has this reason, so it is shown once.
  const readOnly =
    refusal === actions.insertRefusal && refusal === actions.deleteRefusal ? refusal : undefined
  const isOne = area.top === area.bottom && area.left === area.right
  const isRevertible = lines.some(({ state }) => state !== 'stored')
  return (
    <>
      <MenuItem icon={Copy} shortcut={['Mod', 'C']} onSelect={() => void actions.copy(area, 'tsv')}>
        Copy
      </MenuItem>
      <CopyAs icon={SquareDashed} label="Copy cells as" area={area} actions={actions} />
      <CopyAs
        icon={Rows3}
        label={lines.length === 1 ? 'Copy row as' : 'Copy rows as'}
        area={actions.rowsOf(area)}
        actions={actions}
      />
      {readOnly === undefined && (
        <>
          <MenuItem
            icon={ClipboardPaste}
            shortcut={['Mod', 'V']}
            {...unavailable}
            onSelect={() => void withClipboard((text) => actions.pasteText(area, text))}
          >
            Paste
          </MenuItem>
          <MenuItem
            icon={ClipboardPaste}
            {...noRows}
            onSelect={() => void withClipboard((text) => actions.pasteAsRows(area, text))}
          >
            Paste as new rows
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={ArrowDownToLine}
            shortcut={['Mod', 'D']}
            {...unavailable}
            disabled={area.top === 0 && area.bottom === 0}
            onSelect={() => void actions.fillDown(area)}
          >
            Fill down
          </MenuItem>
          <MenuItem
            icon={Eraser}
            shortcut={['Delete']}
            {...unavailable}
            onSelect={() => void actions.clear(area)}
          >
            Set NULL
          </MenuItem>
        </>
      )}
      {isRevertible && (
        <MenuItem icon={Undo2} onSelect={() => onRevert(lines)}>
          {lines.length === 1 ? 'Revert row' : 'Revert rows'}
        </MenuItem>
      )}
      <MenuSeparator />
      {column && isOne && isValue(cell) && (
        <MenuItem icon={Filter} onSelect={() => actions.filterBy(column.name, cell)}>
          Filter by this value
        </MenuItem>
      )}
      {column?.foreign_key && isOne && typeof cell === 'string' && (
        <MenuItem icon={Eye} onSelect={onPeek}>
          Show referenced row
        </MenuItem>
      )}
      {line && lines.length === 1 && (
        <MenuItem icon={PanelRightOpen} onSelect={() => onOpenRow(line)}>
          Open row
        </MenuItem>
      )}
      {readOnly !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem icon={Lock} reason={readOnly}>
            Read-only
          </MenuItem>
        </>
      )}
      {readOnly === undefined && lines.some(({ state }) => state !== 'deleted') && (
        <MenuItem
          icon={Trash2}
          destructive
          {...(actions.deleteRefusal !== undefined &&
            lines.some(({ state }) => state !== 'new') && { reason: actions.deleteRefusal })}
          onSelect={() => actions.deleteRows(lines)}
        >
          {lines.length === 1 ? 'Delete row' : `Delete ${lines.length.toLocaleString('en')} rows`}
        </MenuItem>
      )}
    </>
  )
}

/** A stored value that is here in full. */
const isValue = (cell: LineCell | undefined): cell is string | null =>
  cell === null || typeof cell === 'string'

function CopyAs({
  icon,
  label,
  area,
  actions,
}: {
  icon: Icon
  label: string
  area: GridArea
  actions: CellActions
}) {
  return (
    <Submenu label={label} icon={icon}>
      {copyFormats.map(({ format, name }) => (
        <MenuItem key={format} onSelect={() => void actions.copy(area, format, format === 'csv')}>
          {name}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => void actions.copy(area, 'tsv', true)}>TSV with headers</MenuItem>
      <MenuItem onSelect={() => void actions.copy(area, 'csv', false)}>CSV without headers</MenuItem>
    </Submenu>
  )
}

/** Browsers ask before a page may read the clipboard, or do not let it; the shortcut always works. */
async function withClipboard(work: (text: string) => unknown) {
  try {
    await work(await navigator.clipboard.readText())
  } catch {
    toast({
      tone: 'warning',
      title: 'The browser did not let this page read the clipboard',
      description: 'Select a cell and press Ctrl+V or ⌘V instead.',
    })
  }
}
