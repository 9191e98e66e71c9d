import type { Entity } from '@basalt/contract/table-editor/table-editor.schema.ts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Tooltip } from '../../../ui/floating/Tooltip.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { EntityIcon } from './EntityIcon.tsx'
import { exposureReasons } from './entities.rules.ts'

/** One table or view in the list; a click opens it. Memoized for scrolling. */
export const EntityRow = memo(function EntityRow({
  projectRef,
  entity: { id, schema, name, type, exposure, comment },
  isOpen,
}: {
  projectRef: string
  entity: Entity
  isOpen: boolean
}) {
  return (
    <Link
      to="/project/$ref/editor/$tableId"
      params={{ ref: projectRef, tableId: String(id) }}
      search={{ schema }}
      data-row-target
      aria-current={isOpen ? 'page' : undefined}
      title={comment ?? name}
      className={cx(
        'mx-2 flex h-7 items-center gap-2 rounded-md px-2 text-sm -outline-offset-2 transition-colors',
        isOpen ? 'bg-surface-3 text-ink' : 'text-ink-muted hover:bg-surface-2 hover:text-ink',
      )}
    >
      <EntityIcon kind={type} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {exposure && (
        <Tooltip content={exposureReasons[exposure]} side="right">
          <span className="shrink-0">
            <Badge tone="critical">Unrestricted</Badge>
            <span className="sr-only"> {exposureReasons[exposure]}</span>
          </span>
        </Tooltip>
      )}
    </Link>
  )
})
