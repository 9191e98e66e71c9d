import '@xyflow/react/dist/base.css'
import {
  applyNodeChanges,
  Background,
  getNodesBounds,
  getViewportForBounds,
  type NodeChange,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { Maximize, Minus, Plus, Rows3 } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ButtonGroup } from '../../../ui/controls/ButtonGroup.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { markNames } from './column-facts.rules.ts'
import { type Box, type Graph, type Link, neighboursOf } from './diagram-graph.rules.ts'
import type { Layout, Places, Point } from './diagram-layout.rules.ts'
import { ForeignKeyLines, type LineEmphasis } from './ForeignKeyLines.tsx'
import { DETAILS_ZOOM, type TableFlowNode, TableNode } from './TableNode.tsx'

export interface DiagramCanvasProps {
  /** Names the diagram for screen readers. */
  label: string
  graph: Graph
  places: Places
  /** Where they were put before some were moved. */
  layout: Layout
  /** The id of the table that is looked at. */
  focus: string | undefined
  /** Tables that the search found, best first; undefined without a search. */
  found: readonly Box[] | undefined
  onFocus: (id: string | undefined) => void
  /** Called with the boxes that were moved. */
  onMove: (moved: Places) => void
  /** Forgets all moves. */
  onArrange: () => void
}

const nodeTypes = { table: TableNode }
/** Foreign keys are drawn apart from React Flow, which has an element for each edge. */
const NO_EDGES: never[] = []

const ZOOM = { min: 0.05, max: 2 }
/** Showing everything does not blow a small schema up. */
const FIT = { padding: 0.08, maxZoom: 1 }
/** At which a table that was chosen can be read. */
const READING_ZOOM = 0.9
const PHONE_WIDTH = 768
/** Of a taller table, the upper part is in the middle. */
const TALL = 400

/** The diagram, which can be moved, zoomed and rearranged. Only what is in view is rendered. */
export const DiagramCanvas = (props: DiagramCanvasProps) => (
  <ReactFlowProvider>
    <Canvas {...props} />
  </ReactFlowProvider>
)

function Canvas({
  label,
  graph,
  places,
  layout,
  focus,
  found,
  onFocus,
  onMove,
  onArrange,
}: DiagramCanvasProps) {
  const flow = useReactFlow<TableFlowNode>()
  const near = useMemo(
    () => (focus !== undefined ? neighboursOf(graph, focus) : found && new Set(found.map(({ id }) => id))),
    [graph, focus, found],
  )
  const wanted = useMemo(
    () =>
      graph.boxes.flatMap((box): TableFlowNode[] => {
        const at = places[box.id]
        return at ? [nodeOf(box, at, emphasisOf(box.id, focus, near))] : []
      }),
    [graph, places, focus, near],
  )
  const [nodes, setNodes] = useState(wanted)
  const [last, setLast] = useState(wanted)
  if (last !== wanted) {
    setLast(wanted)
    setNodes(wanted)
  }
  const placed = useMemo(
    () => new Map(nodes.map(({ id, position, data: { box } }) => [id, { box, at: position }])),
    [nodes],
  )
  const emphasisOfLink = useCallback((link: Link) => lineEmphasis(link, focus, near), [focus, near])
  const change = (changes: NodeChange<TableFlowNode>[]) => {
    setNodes((now) => applyNodeChanges(changes, now))
    const moved = changes.flatMap((each) =>
      each.type === 'position' && each.dragging !== true && each.position
        ? [[each.id, each.position] as const]
        : [],
    )
    if (moved.length > 0) onMove(Object.fromEntries(moved))
    const selected = changes.find((each) => each.type === 'select' && each.selected)
    if (selected?.type === 'select') onFocus(selected.id)
  }
  const hasDetails = useStore(({ transform: [, , zoom] }) => zoom >= DETAILS_ZOOM)
  // While it is dragged, the diagram is a layer that is moved as it is. Its text would be blurred if it were zoomed.
  const section = useRef<HTMLElement>(null)
  const markDragged = (isDragged: boolean) => section.current?.toggleAttribute('data-dragged', isDragged)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const showAll = () => {
    const bounds = getNodesBounds(nodes)
    void flow.setViewport(getViewportForBounds(bounds, width, height, ZOOM.min, FIT.maxZoom, FIT.padding))
  }
  // The table that the URL names, or the first that the search finds, comes into view; at first, everything.
  const target = focus ?? found?.[0]?.id
  const isMeasured = width > 0 && height > 0
  const [isShown, setShown] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view stays where it is when a box is moved
  useEffect(() => {
    if (!isMeasured) return
    const box = target === undefined ? undefined : graph.boxes.find(({ id }) => id === target)
    const at = box && places[box.id]
    const zoom = Math.max(isShown ? flow.getZoom() : 0, READING_ZOOM)
    // Its details cover the lower half of a phone.
    const covered = focus !== undefined && width < PHONE_WIDTH ? height / 2 / zoom : 0
    if (box && at)
      void flow.setCenter(at.x + box.width / 2, at.y + (Math.min(box.height, TALL) + covered) / 2, {
        zoom,
        duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
      })
    else if (!isShown) showAll()
    setShown(true)
  }, [target, isMeasured])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const run = { '+': flow.zoomIn, '=': flow.zoomIn, '-': flow.zoomOut, '0': () => flow.fitView(FIT) }[
      event.key
    ]
    if (run) void run()
    else if (event.key === 'Escape') onFocus(undefined)
    else return
    event.preventDefault()
  }
  return (
    <section
      ref={section}
      aria-label={label}
      className="relative h-full min-h-0 flex-1 data-dragged:[&_.react-flow\_\_viewport]:will-change-transform"
      onKeyDown={onKeyDown}
    >
      <ReactFlow
        nodes={nodes}
        edges={NO_EDGES}
        nodeTypes={nodeTypes}
        onNodesChange={change}
        onPaneClick={() => onFocus(undefined)}
        onMoveStart={(event) => markDragged(event !== null && event.type !== 'wheel')}
        onMoveEnd={() => markDragged(false)}
        onlyRenderVisibleElements
        nodesConnectable={false}
        elevateNodesOnSelect={false}
        deleteKeyCode={null}
        multiSelectionKeyCode={null}
        selectionKeyCode={null}
        zoomOnDoubleClick={false}
        minZoom={ZOOM.min}
        maxZoom={ZOOM.max}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{
          'node.a11yDescription.default':
            'Press Enter to show the table with its neighbours. Press Escape to show all.',
          'node.a11yDescription.keyboardDisabled': 'Press Enter to show the table with its neighbours.',
        }}
      >
        <ForeignKeyLines links={graph.links} boxes={placed} layout={layout} emphasisOf={emphasisOfLink} />
        {hasDetails && <Background color="var(--line-strong)" gap={24} size={1} />}
      </ReactFlow>
      <div className="absolute right-3 bottom-3 flex gap-2">
        <IconButton
          size="sm"
          variant="secondary"
          icon={Rows3}
          label="Arrange all tables"
          onClick={onArrange}
        />
        <ButtonGroup label="Zoom">
          <IconButton
            size="sm"
            variant="secondary"
            icon={Minus}
            label="Zoom out (-)"
            onClick={() => void flow.zoomOut()}
          />
          <IconButton
            size="sm"
            variant="secondary"
            icon={Plus}
            label="Zoom in (+)"
            onClick={() => void flow.zoomIn()}
          />
          <IconButton
            size="sm"
            variant="secondary"
            icon={Maximize}
            label="Show everything (0)"
            onClick={showAll}
          />
        </ButtonGroup>
      </div>
      <p className="pointer-events-none absolute bottom-3 left-3 flex flex-wrap gap-x-3 rounded-md bg-surface-0 px-2 py-1 text-2xs text-ink-muted max-sm:hidden">
        {Object.entries(markNames).map(([mark, name]) => (
          <span key={mark}>
            <span className="font-mono text-brand-ink">{mark}</span> {name}
          </span>
        ))}
        <span>
          <span className="font-mono">?</span> can be NULL
        </span>
      </p>
    </section>
  )
}

const emphasisOf = (id: string, focus: string | undefined, near: ReadonlySet<string> | undefined) =>
  id === focus ? 'focus' : near === undefined ? 'none' : near.has(id) ? 'near' : 'dim'

function lineEmphasis(
  { from, to }: { from: string; to: string },
  focus: string | undefined,
  near: ReadonlySet<string> | undefined,
): LineEmphasis {
  if (near === undefined) return 'none'
  return focus !== undefined && (from === focus || to === focus) ? 'near' : 'dim'
}

const known = new WeakMap<Box, TableFlowNode['data']>()

/** The same object while nothing changes, so that moving one box renders no other. */
function dataOf(box: Box, emphasis: TableFlowNode['data']['emphasis']): TableFlowNode['data'] {
  const before = known.get(box)
  if (before?.emphasis === emphasis) return before
  const data = { box, emphasis }
  known.set(box, data)
  return data
}

/** With its size and ends, so that nothing has to be measured. */
const nodeOf = (box: Box, position: Point, emphasis: TableFlowNode['data']['emphasis']): TableFlowNode => ({
  id: box.id,
  type: 'table',
  position,
  width: box.width,
  height: box.height,
  selected: emphasis === 'focus',
  ariaLabel: nodeLabel(box),
  data: dataOf(box, emphasis),
  handles: [
    { type: 'source', position: Position.Right, x: box.width, y: 16, width: 1, height: 1 },
    { type: 'target', position: Position.Left, x: 0, y: 16, width: 1, height: 1 },
  ],
})

function nodeLabel({ table, schema, name }: Box) {
  if (!table) return `Table ${name} of the schema ${schema}`
  const count = `${table.column_count} ${table.column_count === 1 ? 'column' : 'columns'}`
  const targets = [...new Set(table.foreign_keys.map(({ to }) => to.name))]
  return `Table ${name}, ${count}${targets.length === 0 ? '' : `, refers to ${targets.join(', ')}`}`
}
