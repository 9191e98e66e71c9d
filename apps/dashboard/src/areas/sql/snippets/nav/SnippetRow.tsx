import { isUntitled } from '@basalt/contract/snippets/snippets.rules.ts'
import type { SnippetSummary } from '@basalt/contract/snippets/snippets.schema.ts'
import { Link } from '@tanstack/react-router'
import { Ellipsis, FileCode2, FolderInput, Trash2 } from 'lucide-react'
import type { MouseEvent } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { relativeTime } from '../../../../lib/relative-time.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { ContextMenu } from '../../../../ui/menu/ContextMenu.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { When } from '../../../../ui/text/When.tsx'
import { rowActionsClass } from './nav.rules.ts'
import { useNav } from './nav-context.ts'
import { SnippetMenuItems } from './SnippetMenuItems.tsx'
import { dragProps } from './snippet-drag.ts'

/** One query: a click previews it, a double click opens it permanently, a Shift-click selects a range. */
export function SnippetRow({
  snippet,
  siblings,
  isInFolder = false,
}: {
  snippet: SnippetSummary
  siblings: readonly SnippetSummary[]
  isInFolder?: boolean
}) {
  const { ref, activeId, selected, onSelectRange, onClearSelection, onMakePermanent } = useNav()
  const { id, name, preview } = snippet
  const isSelected = selected.includes(id)
  const selection = isSelected ? siblings.filter((one) => selected.includes(one.id)) : []
  const items =
    selection.length > 1 ? (
      <SelectionMenuItems snippets={selection} />
    ) : (
      <SnippetMenuItems snippet={snippet} />
    )
  // Equal names are distinguished by the time of the last change, and unnamed queries by their SQL.
  const hasDuplicateName = siblings.some((other) => other.name === name && other.id !== id)
  const showsPreview = preview !== '' && (hasDuplicateName || isUntitled(name))
  // Next to the SQL, so that the name can use the full width of the row.
  const changed = hasDuplicateName && (
    <When
      time={snippet.updated_at}
      className="shrink-0 pr-1 pl-2 text-2xs text-ink-faint group-hover:invisible"
    />
  )
  const press = (event: MouseEvent) => {
    if (!event.shiftKey) return onClearSelection()
    event.preventDefault()
    onSelectRange(siblings, id)
  }
  return (
    <ContextMenu
      trigger={
        <li
          {...dragProps(isSelected ? selected : [id])}
          className={cx(
            'group relative flex items-center rounded-sm pr-0.5 text-sm [content-visibility:auto]',
            showsPreview
              ? 'h-11 [contain-intrinsic-size:auto_44px]'
              : 'h-7 [contain-intrinsic-size:auto_28px]',
            isInFolder ? 'pl-7' : 'pl-2',
            isSelected ? 'bg-brand-subtle' : id === activeId ? 'bg-surface-3' : 'hover:bg-surface-2',
          )}
        />
      }
      items={items}
    >
      <FileCode2 className="mr-2 size-3.5 shrink-0 text-ink-faint" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col">
        <Link
          to="/project/$ref/sql/$id"
          params={{ ref, id }}
          draggable={false}
          title={[name, preview, `Changed ${relativeTime(new Date(snippet.updated_at))}`]
            .filter(Boolean)
            .join('\n')}
          onClick={press}
          onDoubleClick={() => onMakePermanent(snippet)}
          aria-current={id === activeId ? 'page' : undefined}
          className={cx(
            'truncate rounded-sm after:absolute after:inset-0',
            id === activeId ? 'text-ink' : 'text-ink-muted hover:text-ink',
          )}
        >
          {name}
        </Link>
        {showsPreview && (
          <p className="flex text-2xs text-ink-faint">
            <span className="min-w-0 flex-1 truncate font-mono">{preview}</span>
            {changed}
          </p>
        )}
      </div>
      {!showsPreview && changed}
      <span className={rowActionsClass}>
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Ellipsis} label={`Actions for ${name}`} className="size-6" />}
        >
          {items}
        </Menu>
      </span>
    </ContextMenu>
  )
}

/** The actions on several selected queries, all of which belong to the user. */
function SelectionMenuItems({ snippets }: { snippets: readonly SnippetSummary[] }) {
  const { onDialog } = useNav()
  return (
    <>
      {snippets.every(({ visibility }) => visibility === 'user') && (
        <MenuItem icon={FolderInput} onSelect={() => onDialog({ kind: 'move', snippets })}>
          Move selected queries
        </MenuItem>
      )}
      <MenuItem icon={Trash2} destructive onSelect={() => onDialog({ kind: 'delete', snippets })}>
        Delete selected queries
      </MenuItem>
    </>
  )
}
