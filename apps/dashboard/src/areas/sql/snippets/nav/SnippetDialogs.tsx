import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { documentsOf } from '../saving/use-documents.ts'
import { deleteFolder, deleteSnippets, snippetQueries, updateSnippet } from '../snippets.queries.ts'
import { DownloadSnippetDialog } from './DownloadSnippetDialog.tsx'
import { MoveSnippetsDialog } from './MoveSnippetsDialog.tsx'
import { queries } from './nav.rules.ts'
import { type SnippetDialog, useNav } from './nav-context.ts'
import { RenameSnippetDialog } from './RenameSnippetDialog.tsx'
import { RevisionsSheet } from './RevisionsSheet.tsx'

/** The dialogs for saved queries. */
export function SnippetDialogs({
  dialog: requested,
  onClose,
  onRenamed,
  onDeleted,
}: {
  dialog: SnippetDialog | undefined
  onClose: () => void
  onRenamed: (id: string, name: string) => void
  onDeleted: (ids: string[]) => void
}) {
  const { ref } = useNav()
  const client = useQueryClient()
  const update = useMutation(updateSnippet(ref))
  const remove = useMutation(deleteSnippets(ref))
  const removeFolder = useMutation(deleteFolder(ref))
  // Dialogs keep their content while they fade out.
  const dialog = useLatest(requested)
  const dialogProps = (kind: SnippetDialog['kind']) => ({
    open: requested?.kind === kind,
    onOpenChange: (open: boolean) => !open && onClose(),
  })
  const one = dialog && 'snippet' in dialog ? dialog.snippet : undefined
  const several = dialog && 'snippets' in dialog ? dialog.snippets : []
  const folder = dialog?.kind === 'deleteFolder' ? dialog.folder : undefined
  const first = several.length === 1 ? several[0]?.name : undefined

  const deleteAll = async () => {
    const ids = several.map(({ id }) => id)
    await remove.mutateAsync(ids)
    for (const id of ids) documentsOf(client).forget(id)
    onDeleted(ids)
    toast({ tone: 'success', title: `Successfully deleted ${ids.length} ${queries(ids.length)}` })
  }
  const deleteFolderAndContents = async () => {
    if (!folder) return
    const inside = client.getQueriesData<{ pages: { data: { contents: { id: string }[] } }[] }>({
      predicate: ({ queryKey }) => queryKey.includes('folder') && queryKey.includes(folder.id),
    })
    await removeFolder.mutateAsync(folder.id)
    const ids = inside.flatMap(
      ([, data]) => data?.pages.flatMap((page) => page.data.contents.map(({ id }) => id)) ?? [],
    )
    for (const id of ids) {
      documentsOf(client).forget(id)
      client.removeQueries({ queryKey: snippetQueries.item(ref, id).queryKey })
    }
    onDeleted(ids)
    toast({ tone: 'success', title: `Successfully deleted folder ${folder.name}` })
  }
  const setVisibility = async (visibility: 'user' | 'project') => {
    if (!one) return
    await documentsOf(client).find(one.id)?.flush()
    await update.mutateAsync({ id: one.id, change: { visibility } })
    const title =
      visibility === 'project'
        ? 'Snippet is now shared to the project'
        : 'Snippet is now unshared from the project'
    toast({ tone: 'success', title })
  }

  return (
    <>
      {one && <RenameSnippetDialog snippet={one} {...dialogProps('rename')} onRenamed={onRenamed} />}
      {several.length > 0 && <MoveSnippetsDialog snippets={several} {...dialogProps('move')} />}
      {one && <DownloadSnippetDialog snippet={one} {...dialogProps('download')} />}
      {one && <RevisionsSheet snippet={one} {...dialogProps('revisions')} />}
      <ConfirmDialog
        {...dialogProps('share')}
        title={`Confirm to share query: ${one?.name}`}
        confirmLabel="Share query"
        tone="primary"
        onConfirm={() => setVisibility('project')}
      >
        All members of this project can read, run and duplicate it, but only you can edit it. It moves out of
        its folder.
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogProps('unshare')}
        title={`Confirm to unshare query: ${one?.name}`}
        confirmLabel="Unshare query"
        tone="primary"
        onConfirm={() => setVisibility('user')}
      >
        The query becomes private, so only you can read it. Duplicates made by others are not affected.
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogProps('delete')}
        title={`Confirm to delete ${first ?? `${several.length} ${queries(several.length)}`}`}
        confirmLabel={`Delete ${several.length === 1 ? '' : `${several.length} `}${queries(several.length)}`}
        onConfirm={deleteAll}
      >
        {several.some(({ visibility }) => visibility === 'project') &&
          'The whole team loses access to shared queries. '}
        This also deletes their version history and cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        {...dialogProps('deleteFolder')}
        title={`Confirm to delete folder ${folder?.name}`}
        confirmLabel="Delete folder"
        onConfirm={deleteFolderAndContents}
      >
        This also deletes all queries in it and cannot be undone.
      </ConfirmDialog>
    </>
  )
}

/** The value, or the last defined one while it is undefined. */
function useLatest<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
