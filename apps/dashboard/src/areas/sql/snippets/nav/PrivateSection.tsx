import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { cx } from '../../../../lib/class-names.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { createFolder, snippetQueries } from '../snippets.queries.ts'
import { FolderNameField } from './FolderNameField.tsx'
import { FolderRow } from './FolderRow.tsx'
import { useNav } from './nav-context.ts'
import { SnippetList } from './SnippetList.tsx'
import { useSnippetDrop } from './snippet-drag.ts'

/** The person's own folders, and the own queries in none. */
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
  // Only looks at what is known of the open query already, to open the folder it lies in.
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
          folders.length === 0 && !isAddingFolder && 'Queries you write are saved here. Only you see them.'
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
          <FolderRow key={folder.id} folder={folder} opensFor={active?.folder_id === folder.id} />
        ))}
      </SnippetList>
    </section>
  )
}
