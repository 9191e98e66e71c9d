import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { Link } from '@tanstack/react-router'
import { Ellipsis, LockOpen } from 'lucide-react'
import { memo } from 'react'
import { dragNewTab } from '../../../app/editor-tabs/tab-drag.port.ts'
import { tabActions } from '../../../app/editor-tabs/tabs.port.ts'
import { cx } from '../../../lib/class-names.ts'
import { Tooltip } from '../../../ui/floating/Tooltip.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { tableTab } from '../workspace/table-tab.ts'
import { EntityIcon } from './EntityIcon.port.tsx'
import { exposureReasons } from './entities.rules.ts'
import { ENTITY_ROW, useEntityMenu } from './entity-menu-context.ts'

/** One table or view in the list; a click previews it, a double click or dragging it to the tabs opens it for good. Memoized for scrolling. */
export const EntityRow = memo(function EntityRow({
  projectRef,
  entity,
  isOpen,
  filter,
  sort,
}: {
  projectRef: string
  entity: Entity
  isOpen: boolean
  /** As its tab left it. */
  filter: string[] | undefined
  sort: string[] | undefined
}) {
  const { id, schema, name, type, exposure, comment } = entity
  const openMenu = useEntityMenu()
  return (
    <div
      {...{ [ENTITY_ROW]: id }}
      className={cx(
        'group mx-2 flex h-7 items-center rounded-md pr-1 transition-colors',
        isOpen ? 'bg-surface-3 text-ink' : 'text-ink-muted hover:bg-surface-2 hover:text-ink',
      )}
    >
      <Link
        to="/project/$ref/editor/$tableId"
        params={{ ref: projectRef, tableId: String(id) }}
        search={{ schema, filter, sort }}
        onDragStart={({ dataTransfer }) => dragNewTab(dataTransfer, tableTab(entity, false))}
        onDoubleClick={() => tabActions(projectRef).open(tableTab(entity, false))}
        data-row-target
        aria-current={isOpen ? 'page' : undefined}
        title={comment ?? name}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-sm -outline-offset-2"
      >
        <EntityIcon kind={type} />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {exposure && (
          <Tooltip content={`Unrestricted. ${exposureReasons[exposure]}`} side="right">
            <span className="shrink-0">
              <LockOpen className="size-3.5 text-critical-ink max-md:hidden" aria-hidden />
              <span className="md:sr-only">
                <Badge tone="critical">Unrestricted</Badge>
              </span>
              <span className="sr-only"> {exposureReasons[exposure]}</span>
            </span>
          </Tooltip>
        )}
      </Link>
      <button
        type="button"
        aria-haspopup="menu"
        aria-label={`Actions for ${name}`}
        onClick={({ currentTarget }) => openMenu(entity, currentTarget)}
        className={cx(
          'grid size-6 shrink-0 place-items-center rounded-sm text-ink-muted hover:bg-surface-3 hover:text-ink',
          !isOpen &&
            'opacity-0 focus:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        )}
      >
        <Ellipsis className="size-4" aria-hidden />
      </button>
    </div>
  )
})
