import { ViewportPortal } from '@xyflow/react'
import { memo } from 'react'
import type { Box, Link } from './diagram-graph.rules.ts'
import { type Layout, lanesOf, type Point } from './diagram-layout.rules.ts'
import { linkPath } from './link-path.rules.ts'

export type LineEmphasis = 'none' | 'dim' | 'near'

const STROKES = { none: 'var(--control)', dim: 'var(--line)', near: 'var(--brand)' } as const

/** A box where it is now. */
export interface PlacedBox {
  readonly box: Box
  readonly at: Point
}

/**
 * All foreign keys, each from the column that refers to the column it refers to. One path for all that look alike: an
 * element for each would be what the diagram of a large schema spends its time on.
 */
export const ForeignKeyLines = memo(function ForeignKeyLines({
  links,
  boxes,
  layout,
  emphasisOf,
}: {
  links: readonly Link[]
  /** By id. */
  boxes: ReadonlyMap<string, PlacedBox>
  /** Where the boxes were put. */
  layout: Layout
  emphasisOf: (link: Link) => LineEmphasis
}) {
  const groups: Record<LineEmphasis, Link[]> = { none: [], dim: [], near: [] }
  for (const link of links) groups[emphasisOf(link)].push(link)
  const pathOf = (link: Link) => {
    const from = boxes.get(link.from)
    const to = boxes.get(link.to)
    if (!from || !to) return ''
    const lanes = lanesOf(layout, { id: link.from, at: from.at }, { id: link.to, at: to.at })
    return linkPath(link, from, to, lanes)
  }
  return (
    <ViewportPortal>
      <svg className="-z-1 absolute top-0 left-0 overflow-visible" width="1" height="1" aria-hidden>
        {(['none', 'dim', 'near'] as const).map(
          (emphasis) =>
            groups[emphasis].length > 0 && (
              <path
                key={emphasis}
                data-foreign-keys={groups[emphasis].length}
                d={groups[emphasis].map(pathOf).join('')}
                fill="none"
                stroke={STROKES[emphasis]}
                strokeWidth={emphasis === 'near' ? 1.75 : 1.25}
              />
            ),
        )}
      </svg>
    </ViewportPortal>
  )
})
