import type { SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { useMutation } from '@tanstack/react-query'
import {
  Copy,
  Download,
  FolderInput,
  Heart,
  HeartOff,
  History,
  PanelTop,
  Pencil,
  Share2,
  Trash2,
  UserRound,
} from 'lucide-react'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { markSnippet } from '../snippets.queries.ts'
import { useNav } from './nav-context.ts'

/** What can be done with one query, in its context menu and in the menu of its line. */
export function SnippetMenuItems({ snippet }: { snippet: SnippetSummary }) {
  const { ref, userId, onMakePermanent, onDuplicate, onAsk } = useNav()
  const mark = useMutation(markSnippet(ref))
  const { id, favorite, visibility } = snippet
  const isMine = userId === undefined || snippet.owner_id === userId
  return (
    <>
      <MenuItem icon={PanelTop} onSelect={() => onMakePermanent(snippet)}>
        Open in new tab
      </MenuItem>
      {isMine && (
        <>
          <MenuItem icon={Pencil} onSelect={() => onAsk({ kind: 'rename', snippet })}>
            Rename query
          </MenuItem>
          {visibility === 'user' && (
            <MenuItem icon={FolderInput} onSelect={() => onAsk({ kind: 'move', snippets: [snippet] })}>
              Move query
            </MenuItem>
          )}
          {visibility === 'user' ? (
            <MenuItem icon={Share2} onSelect={() => onAsk({ kind: 'share', snippet })}>
              Share query with team
            </MenuItem>
          ) : (
            <MenuItem icon={UserRound} onSelect={() => onAsk({ kind: 'unshare', snippet })}>
              Unshare query with team
            </MenuItem>
          )}
        </>
      )}
      <MenuItem icon={Copy} onSelect={() => onDuplicate(snippet)}>
        Duplicate query
      </MenuItem>
      <MenuItem
        icon={favorite ? HeartOff : Heart}
        onSelect={() => mark.mutate({ id, change: { favorite: !favorite } })}
      >
        {favorite ? 'Remove from favorites' : 'Add to favorites'}
      </MenuItem>
      <MenuItem icon={History} onSelect={() => onAsk({ kind: 'revisions', snippet })}>
        Earlier versions
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => onAsk({ kind: 'download', snippet })}>
        Download as migration file
      </MenuItem>
      {isMine && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} destructive onSelect={() => onAsk({ kind: 'delete', snippets: [snippet] })}>
            Delete query
          </MenuItem>
        </>
      )}
    </>
  )
}
