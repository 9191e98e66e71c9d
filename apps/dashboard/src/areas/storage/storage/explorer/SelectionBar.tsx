import { Download, FolderInput, Trash2, X } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { useExplorer } from './explorer-context.ts'
import { nothingSelected } from './selection.rules.ts'

/** Replaces the toolbar while files are selected. */
export function SelectionBar() {
  const { selection, select, download, openDialog, writeRefusal } = useExplorer()
  const entries = [...selection.values()]
  const reason = writeRefusal === undefined ? {} : { reason: writeRefusal }
  return (
    <div
      role="toolbar"
      aria-label="Selected files"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-1 border-line border-b bg-brand-subtle px-2 py-1"
    >
      <IconButton size="sm" icon={X} label="Clear selection" onClick={() => select(nothingSelected)} />
      <span role="status" className="px-1 font-medium text-sm tabular-nums">
        {entries.length} {entries.length === 1 ? 'item' : 'items'} selected
      </span>
      <Button size="sm" variant="ghost" icon={Download} onClick={() => download(entries)}>
        Download
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={Trash2}
        onClick={() => openDialog({ kind: 'delete', entries })}
        {...reason}
      >
        Delete
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={FolderInput}
        onClick={() => openDialog({ kind: 'move', entries })}
        {...reason}
      >
        Move
      </Button>
    </div>
  )
}
