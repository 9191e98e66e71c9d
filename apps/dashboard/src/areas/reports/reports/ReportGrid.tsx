import 'react-grid-layout/css/styles.css'
import './report-grid.css'
import {
  BLOCK_HEIGHT_MAX,
  BLOCK_HEIGHT_MIN,
  BLOCK_WIDTH_MIN,
  GRID_COLUMNS,
} from '@basalt/contract/reports/reports.rules.ts'
import type { ReportBlock } from '@basalt/contract/reports/reports.schema.ts'
import type { ReactNode } from 'react'
import ReactGridLayout, { useContainerWidth } from 'react-grid-layout'
import { layoutOf, placed } from './report-draft.rules.ts'

const ROW_HEIGHT = 56
const GAP = 16
/** On narrower screens, blocks lie below each other and keep their places. */
const NARROW = 640

/** Blocks on a grid, which pointers drag by `.report-block-handle` and size by their corner. */
export function ReportGrid({
  blocks,
  isEditing,
  onBlocksChange,
  children,
}: {
  blocks: readonly ReportBlock[]
  isEditing: boolean
  onBlocksChange: (blocks: ReportBlock[]) => void
  children: (block: ReportBlock) => ReactNode
}) {
  const { width, containerRef, mounted } = useContainerWidth()
  const isNarrow = width < NARROW
  const inOrder = [...blocks].sort((a, b) => a.y - b.y || a.x - b.x)
  return (
    <div ref={containerRef}>
      {/* The library adds a style element unless it finds one of this id, and the page's policy refuses that. */}
      <span id="react-draggable-style-el" hidden />
      {!mounted ? null : isNarrow ? (
        <div className="flex flex-col gap-4">
          {inOrder.map((block) => (
            <div key={block.id} style={{ minHeight: block.h * ROW_HEIGHT }}>
              {children(block)}
            </div>
          ))}
        </div>
      ) : (
        <ReactGridLayout
          className="report-grid"
          width={width}
          layout={layoutOf(blocks).map((place) => ({
            ...place,
            minW: BLOCK_WIDTH_MIN,
            minH: BLOCK_HEIGHT_MIN,
            maxH: BLOCK_HEIGHT_MAX,
          }))}
          gridConfig={{
            cols: GRID_COLUMNS,
            rowHeight: ROW_HEIGHT,
            margin: [GAP, GAP],
            containerPadding: [0, 0],
          }}
          dragConfig={{ enabled: isEditing, handle: '.report-block-handle' }}
          resizeConfig={{ enabled: isEditing, handles: ['se'] }}
          onLayoutChange={(layout) => isEditing && onBlocksChange(placed(blocks, layout))}
        >
          {inOrder.map((block) => (
            <div key={block.id}>{children(block)}</div>
          ))}
        </ReactGridLayout>
      )}
    </div>
  )
}
