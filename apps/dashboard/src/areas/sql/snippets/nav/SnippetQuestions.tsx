import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { documentsOf } from '../saving/use-documents.ts'
import { deleteFolder, deleteSnippets, snippetQueries, updateSnippet } from '../snippets.queries.ts'
import { DownloadSnippetDialog } from './DownloadSnippetDialog.tsx'
import { MoveSnippetsDialog } from './MoveSnippetsDialog.tsx'
import { queries } from './nav.rules.ts'
import { type SnippetQuestion, useNav } from './nav-context.ts'
import { RenameSnippetDialog } from './RenameSnippetDialog.tsx'
import { RevisionsSheet } from './RevisionsSheet.tsx'

/** Everything that is asked about saved queries before it is done. */
export function SnippetQuestions({
  question: asked,
  onClose,
  onRenamed,
  onDeleted,
}: {
  question: SnippetQuestion | undefined
  onClose: () => void
  onRenamed: (id: string, name: string) => void
  onDeleted: (ids: string[]) => void
}) {
  const { ref } = useNav()
  const client = useQueryClient()
  const update = useMutation(updateSnippet(ref))
  const remove = useMutation(deleteSnippets(ref))
  const removeFolder = useMutation(deleteFolder(ref))
  // Dialogs keep their words while they fade.
  const question = useLatest(asked)
  const asks = (kind: SnippetQuestion['kind']) => ({
    open: asked?.kind === kind,
    onOpenChange: (open: boolean) => !open && onClose(),
  })
  const one = question && 'snippet' in question ? question.snippet : undefined
  const several = question && 'snippets' in question ? question.snippets : []
  const folder = question?.kind === 'deleteFolder' ? question.folder : undefined
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
      {one && <RenameSnippetDialog snippet={one} {...asks('rename')} onRenamed={onRenamed} />}
      {several.length > 0 && <MoveSnippetsDialog snippets={several} {...asks('move')} />}
      {one && <DownloadSnippetDialog snippet={one} {...asks('download')} />}
      {one && <RevisionsSheet snippet={one} {...asks('revisions')} />}
      <ConfirmDialog
        {...asks('share')}
        title={`Confirm to share query: ${one?.name}`}
        confirmLabel="Share query"
        tone="primary"
        onConfirm={() => setVisibility('project')}
      >
        All members of this project can then read and run it, and duplicate it to make changes of their own.
        Only you change this one. It leaves its folder.
      </ConfirmDialog>
      <ConfirmDialog
        {...asks('unshare')}
        title={`Confirm to unshare query: ${one?.name}`}
        confirmLabel="Unshare query"
        tone="primary"
        onConfirm={() => setVisibility('user')}
      >
        It becomes private: nobody but you can read it any more. Duplicates that others have made stay theirs.
      </ConfirmDialog>
      <ConfirmDialog
        {...asks('delete')}
        title={`Confirm to delete ${first ?? `${several.length} ${queries(several.length)}`}`}
        confirmLabel={`Delete ${several.length === 1 ? '' : `${several.length} `}${queries(several.length)}`}
        onConfirm={deleteAll}
      >
        {several.some(({ visibility }) => visibility === 'project') &&
          'The whole team loses what is shared. '}
        Texts and earlier versions are deleted. This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        {...asks('deleteFolder')}
        title={`Confirm to delete folder ${folder?.name}`}
        confirmLabel="Delete folder"
        onConfirm={deleteFolderAndContents}
      >
        All queries in it are deleted with it. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

/** The value, or the one before while there is none. */
function useLatest<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
