import type { SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FilePlus2, FolderPlus, History, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { usePreference } from '../../../../lib/preference.ts'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { lazyControl } from '../../../../ui/lazy-control.tsx'
import { lazyLayer } from '../../../../ui/lazy-layer.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { documentsOf } from '../saving/use-documents.ts'
import { createSnippet, snippetQueries } from '../snippets.queries.ts'
import { FilteredList } from './FilteredList.tsx'
import { rangeOf, resultCountLabel, SEARCH_DEBOUNCE_MS, SnippetSort } from './nav.rules.ts'
import { type NavContext, type SnippetDialog, SnippetNavContext, useNav } from './nav-context.ts'
import { SnippetSections } from './SnippetSections.tsx'
import { SnippetSortButton } from './SnippetSortButton.tsx'
import type { SnippetSortProps } from './SnippetSortMenu.tsx'

export interface SnippetNavProps {
  projectRef: string
  activeId: string | undefined
  /** Undefined in an edition without users. */
  userId: string | undefined
  onNew: (folderId?: string) => void
  onOpen: (snippet: Pick<SnippetSummary, 'id' | 'name'>) => void
  onRenamed: (id: string, name: string) => void
  onDeleted: (ids: string[]) => void
  onHistory: () => void
}

/** The list of saved queries, to search, sort, organize and share. */
export function SnippetNav({ projectRef: ref, activeId, userId, ...on }: SnippetNavProps) {
  const [sortBy, setSortBy] = usePreference('snippet-sort', SnippetSort, 'inserted_at')
  const [search, setSearch] = useState('')
  const { text, set } = useDebouncedText(search, setSearch, SEARCH_DEBOUNCE_MS)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isAddingFolder, setAddingFolder] = useState(false)
  const [dialog, setDialog] = useState<SnippetDialog>()
  const client = useQueryClient()
  const create = useMutation(createSnippet(ref))
  const duplicate = async ({ id, name }: SnippetSummary) => {
    // The open text may be newer than the one on the server.
    const open = documentsOf(client).find(id)?.text
    const sql =
      open ?? (await client.fetchQuery({ ...snippetQueries.item(ref, id), staleTime: 0 })).content.sql
    create.mutate({ name: `${name} (Duplicate)`, sql }, { onSuccess: on.onOpen })
  }
  const context: NavContext = {
    ref,
    sortBy,
    activeId,
    userId,
    selected,
    onSelectRange: (list, id) => setSelected(rangeOf(list, activeId, id)),
    onClearSelection: () => setSelected([]),
    onMakePermanent: on.onOpen,
    onNew: on.onNew,
    onDuplicate: (snippet) => void duplicate(snippet),
    onDialog: setDialog,
  }
  return (
    <SnippetNavContext value={context}>
      <div className="flex h-full min-h-0 flex-col">
        <div className="flex items-center gap-1 p-2">
          <Input
            size="sm"
            type="search"
            icon={Search}
            aria-label="Search queries"
            placeholder="Search queries…"
            value={text}
            onValueChange={set}
            className="flex-1"
            trailing={<LazySortMenu value={sortBy} onValueChange={setSortBy} />}
          />
          <Menu
            align="end"
            trigger={<IconButton size="sm" icon={Plus} variant="secondary" label="New query or folder" />}
          >
            <MenuItem icon={FilePlus2} onSelect={() => on.onNew()}>
              Create a new snippet
            </MenuItem>
            <MenuItem icon={FolderPlus} onSelect={() => setAddingFolder(true)}>
              Create a new folder
            </MenuItem>
          </Menu>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto pb-2">
          {search.trim() === '' ? (
            <SnippetSections isAddingFolder={isAddingFolder} onFolderAdded={() => setAddingFolder(false)} />
          ) : (
            <SearchResults name={search.trim()} />
          )}
        </div>
        <div className="border-line border-t p-2">
          <Button size="sm" icon={History} onClick={on.onHistory} className="w-full">
            View query history
          </Button>
        </div>
      </div>
      <LazySnippetDialogs
        dialog={dialog}
        onClose={() => setDialog(undefined)}
        onRenamed={on.onRenamed}
        onDeleted={(ids) => {
          setSelected([])
          on.onDeleted(ids)
        }}
      />
    </SnippetNavContext>
  )
}

const LazySortMenu = lazyControl<SnippetSortProps>(
  () => import('./SnippetSortMenu.tsx').then((module) => module.SnippetSortMenu),
  () => <SnippetSortButton />,
)

const LazySnippetDialogs = lazyLayer(
  () => import('./SnippetDialogs.tsx').then((module) => module.SnippetDialogs),
  ({ dialog }) => dialog !== undefined,
)

function SearchResults({ name }: { name: string }) {
  const { ref } = useNav()
  const { data: counts } = useQuery(snippetQueries.counts(ref, name))
  return (
    <section aria-label="Search results" className="px-2 py-1">
      <p role="status" className="flex h-7 items-center px-2 text-2xs text-ink-faint uppercase tracking-wide">
        {counts ? resultCountLabel(counts) : 'Searching'}
      </p>
      <FilteredList label="Search results" filter={{ name }} empty="No queries match this name." />
    </section>
  )
}
