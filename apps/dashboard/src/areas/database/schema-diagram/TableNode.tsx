import { type Node, type NodeProps, useStore } from '@xyflow/react'
import { memo } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { type Box, HEADER_HEIGHT, MARK_WIDTH, ROW_HEIGHT } from './diagram-graph.rules.ts'
import { hiddenText } from './drawing.rules.ts'

export type TableFlowNode = Node<{ box: Box; emphasis: 'none' | 'dim' | 'near' | 'focus' }, 'table'>

/** Below this zoom, a box shows its name only: its columns would be too small to read. */
export const DETAILS_ZOOM = 0.45

/** A table in the diagram. It is the same wherever it is, so that dragging it renders nothing. */
export const TableNode = memo(
  TableBox,
  (before: NodeProps<TableFlowNode>, after: NodeProps<TableFlowNode>) => before.data === after.data,
)

function TableBox({ data: { box, emphasis } }: NodeProps<TableFlowNode>) {
  const hasDetails = useStore(({ transform: [, , zoom] }) => zoom >= DETAILS_ZOOM)
  const { table, schema, name, columns, hidden, gutter, width, height } = box
  const title = table ? name : `${schema}.${name}`
  return (
    <div
      style={{ width, height }}
      className={cx(
        'overflow-hidden rounded-md border bg-surface-1 text-ink transition-opacity',
        emphasis === 'focus' ? 'border-brand ring-1 ring-brand' : 'border-line-strong',
        emphasis === 'dim' && 'opacity-30',
        !table && 'border-dashed bg-surface-0! text-ink-muted',
      )}
    >
      {!hasDetails ? (
        <div className="flex h-full items-center justify-center overflow-hidden px-2 text-center font-semibold text-2xl leading-tight">
          <span className="wrap-anywhere line-clamp-3">{title}</span>
        </div>
      ) : (
        <>
          <div
            style={{ height: HEADER_HEIGHT - 1 }}
            className={cx(
              'flex items-center px-2.5 font-semibold text-sm',
              columns.length > 0 && 'border-line-strong border-b bg-surface-2',
            )}
          >
            <span className="truncate">{title}</span>
          </div>
          {columns.map(({ name: column, type, marks }) => (
            <div
              key={column}
              style={{ height: ROW_HEIGHT }}
              className="flex items-center gap-2 px-2.5 pt-0.5 font-mono text-xs"
            >
              <span style={{ width: gutter }} className="-mr-2 flex shrink-0 text-2xs text-brand-ink">
                {marks.map((mark) => (
                  <span key={mark} style={{ width: MARK_WIDTH }}>
                    {mark}
                  </span>
                ))}
              </span>
              <span className="min-w-0 truncate">{column}</span>
              <span className="ml-auto max-w-[70%] shrink-0 truncate text-ink-muted">{type}</span>
            </div>
          ))}
          {hidden > 0 && (
            <div style={{ height: ROW_HEIGHT }} className="px-2.5 pt-0.5 font-mono text-ink-muted text-xs">
              {hiddenText(hidden)}
            </div>
          )}
        </>
      )}
    </div>
  )
}
