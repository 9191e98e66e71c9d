import { BaseEdge, type Edge, type EdgeProps, useInternalNode } from '@xyflow/react'
import type { Link } from './diagram-graph.rules.ts'
import { linkPath } from './link-path.rules.ts'
import type { TableFlowNode } from './TableNode.tsx'

export type ForeignKeyFlowEdge = Edge<{ link: Link; emphasis: 'none' | 'dim' | 'near' }, 'foreign-key'>

const strokes = { none: 'var(--control)', dim: 'var(--line)', near: 'var(--brand)' } as const

/** A foreign key, from the column that refers to the column it refers to. */
export function ForeignKeyEdge({ source, target, data }: EdgeProps<ForeignKeyFlowEdge>) {
  const from = useInternalNode<TableFlowNode>(source)
  const to = useInternalNode<TableFlowNode>(target)
  if (!data || !from || !to) return null
  const placed = ({ data: { box }, internals }: typeof from) => ({ box, at: internals.positionAbsolute })
  return (
    <BaseEdge
      path={linkPath(data.link, placed(from), placed(to))}
      interactionWidth={0}
      style={{ stroke: strokes[data.emphasis], strokeWidth: data.emphasis === 'near' ? 1.75 : 1.25 }}
    />
  )
}
