import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { cx } from '../../../../lib/class-names.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { createFolder, snippetQueries } from '../snippets.queries.ts'
import { FolderNameField } from './FolderNameField.tsx'
import { FolderRow } from './FolderRow.tsx'
import { useNav } from './nav-context.ts'
import { SnippetList } from './SnippetList.tsx'
import { useSnippetDrop } from './snippet-drag.ts'

/** The user's own folders, and their private queries outside of folders. */
export function PrivateSection({
  isAddingFolder,
  onFolderAdded,
}: {
  isAddingFolder: boolean
  onFolderAdded: () => void
}) {
  const { ref, sortBy, activeId } = useNav()
  const root = useInfiniteQuery(snippetQueries.root(ref, sortBy))
  const create = useMutation(createFolder(ref))
  // Reads only the cache, to open the folder of the open query.
  const { data: active } = useQuery({ ...snippetQueries.item(ref, activeId ?? ''), enabled: false })
  const folders = root.data?.pages[0]?.data.folders ?? []
  const drop = useSnippetDrop(ref, null)
  return (
    <section
      aria-label="Private queries"
      {...drop.target}
      className={cx('rounded-sm', drop.isOver && 'outline outline-1 outline-brand')}
    >
      <SnippetList
        label="Private"
        state={root}
        snippets={root.data?.pages.flatMap((page) => page.data.contents) ?? []}
        empty={
          folders.length === 0 && !isAddingFolder && 'Your queries are saved here. Only you can see them.'
        }
      >
        {isAddingFolder && (
          <FolderNameField
            name=""
            failureTitle="Failed to create folder"
            onDone={onFolderAdded}
            onSave={async (name) => {
              await create.mutateAsync(name)
              toast({ tone: 'success', title: 'Successfully created folder' })
            }}
          />
        )}
        {folders.map((folder) => (
          <FolderRow key={folder.id} folder={folder} containsActive={active?.folder_id === folder.id} />
        ))}
      </SnippetList>
    </section>
  )
}
