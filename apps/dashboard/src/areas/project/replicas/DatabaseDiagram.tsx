import '@xyflow/react/dist/base.css'
import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'
import { Link } from '@tanstack/react-router'
import {
  type Edge,
  getViewportForBounds,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { Database, Network, Server } from 'lucide-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Badge } from '../../../ui/text/Badge.tsx'
import type { Icon } from '../../../ui/text/icon.ts'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { lagText, replicaBadge, shortIdOf } from './replica-state.rules.ts'
import { answeringCount, type DiagramBox, deployedText, topologyOf } from './topology.rules.ts'

export interface DatabaseDiagramProps {
  states: readonly DatabaseState[]
  regionName: (code: string) => string
  /** The menu of a replica. */
  actionsOf: (replica: DatabaseState) => ReactNode
}

const ZOOM = { min: 0.2, max: 1 }
const PADDING = 0.05

type BoxNode = Node<
  {
    box: DiagramBox
    regionName: (code: string) => string
    answering: number
    deployed: string | undefined
    projectRef: string
    actionsOf: DatabaseDiagramProps['actionsOf']
  },
  'box'
>

/** Where reads and the log of the primary go. */
export function DatabaseDiagram({ states, regionName, actionsOf }: DatabaseDiagramProps) {
  const isNarrow = useSyncExternalStore(watchWidth, isPageNarrow)
  const { boxes, links, width, height } = topologyOf(states, { isNarrow })
  const shared = {
    regionName,
    answering: answeringCount(states),
    deployed: deployedText(states),
    projectRef: states[0]?.identifier ?? '',
    actionsOf,
  }
  const nodes = boxes.map(
    (box): BoxNode => ({
      id: box.id,
      type: 'box',
      position: { x: box.x, y: box.y },
      width: box.width,
      height: box.height,
      ...(box.parent !== undefined && { parentId: box.parent }),
      data: { box, ...shared },
      handles: [
        { type: 'source', position: Position.Bottom, x: box.width / 2, y: box.height, width: 1, height: 1 },
        { type: 'target', position: Position.Top, x: box.width / 2, y: 0, width: 1, height: 1 },
      ],
    }),
  )
  const edges = links.map(
    ({ id, from, to, kind }): Edge => ({
      id,
      source: from,
      target: to,
      type: 'smoothstep',
      style: {
        stroke: 'var(--line-strong)',
        strokeWidth: 1.5,
        ...(kind === 'reads' && { strokeDasharray: '4 4' }),
      },
    }),
  )
  return (
    <section aria-label="Diagram of the databases" style={{ height: height + 32 }}>
      <ReactFlowProvider>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          panOnDrag={false}
          zoomOnScroll={false}
          zoomOnPinch={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          proOptions={{ hideAttribution: true }}
        >
          <WholeInView width={width} height={height} />
        </ReactFlow>
      </ReactFlowProvider>
    </section>
  )
}

const NARROW = '(max-width: 700px)'
const isPageNarrow = () => matchMedia(NARROW).matches
function watchWidth(changed: () => void) {
  const query = matchMedia(NARROW)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Keeps the diagram in view, also when the page gets wider or narrower. */
function WholeInView({ width, height }: { width: number; height: number }) {
  const { setViewport } = useReactFlow()
  const paneWidth = useStore((state) => state.width)
  const paneHeight = useStore((state) => state.height)
  useEffect(() => {
    if (paneWidth === 0 || paneHeight === 0) return
    const bounds = { x: 0, y: 0, width, height }
    void setViewport(getViewportForBounds(bounds, paneWidth, paneHeight, ZOOM.min, ZOOM.max, PADDING))
  }, [setViewport, width, height, paneWidth, paneHeight])
  return null
}

function DiagramNode({
  data: { box, regionName, answering, deployed, projectRef, actionsOf },
}: NodeProps<BoxNode>) {
  const size = { width: box.width, height: box.height }
  const { database } = box
  if (box.kind === 'region')
    return (
      <div style={size} className="rounded-md border border-line-strong border-dashed px-4 py-2">
        <p className="truncate text-ink-muted text-xs">{regionName(box.region!)}</p>
      </div>
    )
  if (box.kind === 'balancer')
    return (
      <DatabaseBox
        size={size}
        icon={Network}
        title="Load balancer"
        detail={`${answering} ${answering === 1 ? 'database answers' : 'databases answer'} reads`}
        badge={
          <TextLink
            className="pointer-events-auto font-normal text-xs"
            render={<Link to="/project/$ref/settings/api" params={{ ref: projectRef }} />}
          >
            View API URL
          </TextLink>
        }
      />
    )
  const { label, tone } = replicaBadge(database!.status, database!.is_former_primary)
  if (box.kind === 'primary')
    return (
      <DatabaseBox
        size={size}
        icon={Database}
        title="Primary database"
        badge={<Badge tone={tone}>{label}</Badge>}
        detail={regionName(database!.region)}
        note={deployed}
      />
    )
  return (
    <DatabaseBox
      size={size}
      icon={Server}
      title={`Replica ${shortIdOf(database!)}`}
      badge={
        <span className="flex items-center gap-1">
          <Badge tone={tone}>{label}</Badge>
          <span className="pointer-events-auto">{actionsOf(database!)}</span>
        </span>
      }
      detail={database!.is_former_primary ? 'Never started again' : lagText(database!.lag)}
      isQuiet={database!.status !== 'ACTIVE_HEALTHY'}
    />
  )
}

const NODE_TYPES = { box: DiagramNode }

function DatabaseBox({
  size,
  icon: BoxIcon,
  title,
  badge,
  detail,
  note,
  isQuiet = false,
}: {
  size: { width: number; height: number }
  icon: Icon
  title: string
  /** At the end of the line of the title. */
  badge?: ReactNode
  detail: string
  note?: string | undefined
  isQuiet?: boolean
}) {
  return (
    <div
      style={size}
      className={cx(
        'flex flex-col justify-center gap-1 rounded-md border bg-surface-2 px-3 text-ink',
        isQuiet ? 'border-line border-dashed' : 'border-line-strong',
      )}
    >
      <p className="flex items-center gap-2 font-medium text-sm">
        <BoxIcon className="size-4 shrink-0 text-ink-muted" aria-hidden />
        <span className="truncate">{title}</span>
        {badge && <span className="ml-auto">{badge}</span>}
      </p>
      <p className="truncate pl-6 text-ink-muted text-xs">{detail}</p>
      {note && <p className="truncate pl-6 text-ink-muted text-xs">{note}</p>}
    </div>
  )
}
