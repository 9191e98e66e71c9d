import type { SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { FolderInput, Trash2 } from 'lucide-react'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { useNav } from './nav-context.ts'

/** What can be done with several queries at once; all of them are the caller's own. */
export function SelectionMenuItems({ snippets }: { snippets: readonly SnippetSummary[] }) {
  const { onAsk } = useNav()
  return (
    <>
      {snippets.every(({ visibility }) => visibility === 'user') && (
        <MenuItem icon={FolderInput} onSelect={() => onAsk({ kind: 'move', snippets })}>
          Move selected queries
        </MenuItem>
      )}
      <MenuItem icon={Trash2} destructive onSelect={() => onAsk({ kind: 'delete', snippets })}>
        Delete selected queries
      </MenuItem>
    </>
  )
}
