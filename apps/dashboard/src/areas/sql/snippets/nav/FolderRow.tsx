import type { SnippetFolder } from '@basalt/contract/snippets/snippets.schema.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Ellipsis, FilePlus2, Folder, FolderOpen, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { ContextMenu } from '../../../../ui/menu/ContextMenu.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { renameFolder, snippetQueries } from '../snippets.queries.ts'
import { FolderNameField } from './FolderNameField.tsx'
import { rowActionsClass } from './nav.rules.ts'
import { useNav } from './nav-context.ts'
import { SnippetList } from './SnippetList.tsx'
import { useSnippetDrop } from './snippet-drag.ts'

/** A folder, which loads its queries when it is opened. `containsActive` opens it. */
export function FolderRow({ folder, containsActive }: { folder: SnippetFolder; containsActive: boolean }) {
  const { ref, sortBy, onNew, onDialog } = useNav()
  const [isOpen, setOpen] = useState(containsActive)
  const [containedActive, setContainedActive] = useState(containsActive)
  const [isRenaming, setRenaming] = useState(false)
  const rename = useMutation(renameFolder(ref, folder.id))
  const contents = useInfiniteQuery({ ...snippetQueries.folder(ref, folder.id, sortBy), enabled: isOpen })
  const id = useId()
  const drop = useSnippetDrop(ref, folder.id)
  if (containsActive !== containedActive) {
    setContainedActive(containsActive)
    if (containsActive) setOpen(true)
  }
  if (isRenaming)
    return (
      <FolderNameField
        name={folder.name}
        failureTitle="Failed to save folder"
        onDone={() => setRenaming(false)}
        onSave={async (name) => {
          await rename.mutateAsync(name)
          toast({ tone: 'success', title: 'Successfully updated folder' })
        }}
      />
    )
  const Icon = isOpen ? FolderOpen : Folder
  const items = (
    <>
      <MenuItem icon={FilePlus2} onSelect={() => onNew(folder.id)}>
        Create new snippet
      </MenuItem>
      <MenuItem icon={Pencil} onSelect={() => setRenaming(true)}>
        Rename folder
      </MenuItem>
      <MenuItem icon={Trash2} destructive onSelect={() => onDialog({ kind: 'deleteFolder', folder })}>
        Delete folder
      </MenuItem>
    </>
  )
  return (
    <li>
      <ContextMenu
        trigger={
          <div
            {...drop.target}
            className={cx(
              'group relative flex h-7 items-center rounded-sm pr-0.5 hover:bg-surface-2',
              drop.isOver && 'bg-brand-subtle outline outline-1 outline-brand',
            )}
          />
        }
        items={items}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-sm px-2 text-left text-sm"
        >
          <Icon className="size-3.5 shrink-0 text-ink-muted" aria-hidden />
          <span className="truncate">{folder.name}</span>
        </button>
        <span className={rowActionsClass}>
          <Menu
            align="end"
            trigger={
              <IconButton size="sm" icon={Ellipsis} label={`Actions for ${folder.name}`} className="size-6" />
            }
          >
            {items}
          </Menu>
        </span>
      </ContextMenu>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <SnippetList
            label={folder.name}
            state={contents}
            snippets={contents.data?.pages.flatMap((page) => page.data.contents) ?? []}
            empty={<span className="pl-5">This folder is empty</span>}
            isInFolder
          />
        )}
      </div>
    </li>
  )
}
