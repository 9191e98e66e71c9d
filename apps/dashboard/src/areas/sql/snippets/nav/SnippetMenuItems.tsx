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
import { favoriteSnippet } from '../snippets.queries.ts'
import { useNav } from './nav-context.ts'

/** The actions on one query, for its context menu and the menu button of its row. */
export function SnippetMenuItems({ snippet }: { snippet: SnippetSummary }) {
  const { ref, userId, onMakePermanent, onDuplicate, onDialog } = useNav()
  const setFavorite = useMutation(favoriteSnippet(ref))
  const { id, favorite, visibility } = snippet
  const isMine = userId === undefined || snippet.owner_id === userId
  return (
    <>
      <MenuItem icon={PanelTop} onSelect={() => onMakePermanent(snippet)}>
        Open in new tab
      </MenuItem>
      {isMine && (
        <>
          <MenuItem icon={Pencil} onSelect={() => onDialog({ kind: 'rename', snippet })}>
            Rename query
          </MenuItem>
          {visibility === 'user' && (
            <MenuItem icon={FolderInput} onSelect={() => onDialog({ kind: 'move', snippets: [snippet] })}>
              Move query
            </MenuItem>
          )}
          {visibility === 'user' ? (
            <MenuItem icon={Share2} onSelect={() => onDialog({ kind: 'share', snippet })}>
              Share query with team
            </MenuItem>
          ) : (
            <MenuItem icon={UserRound} onSelect={() => onDialog({ kind: 'unshare', snippet })}>
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
        onSelect={() => setFavorite.mutate({ id, change: { favorite: !favorite } })}
      >
        {favorite ? 'Remove from favorites' : 'Add to favorites'}
      </MenuItem>
      <MenuItem icon={History} onSelect={() => onDialog({ kind: 'revisions', snippet })}>
        Version history
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => onDialog({ kind: 'download', snippet })}>
        Download as migration file
      </MenuItem>
      {isMine && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={Trash2}
            destructive
            onSelect={() => onDialog({ kind: 'delete', snippets: [snippet] })}
          >
            Delete query
          </MenuItem>
        </>
      )}
    </>
  )
}
