import {
  BLOCK_HEIGHT_MAX,
  BLOCK_HEIGHT_MIN,
  BLOCK_WIDTH_MIN,
  GRID_COLUMNS,
} from '@basalt/contract/reports/reports.rules.ts'
import type { ReportBlock } from '@basalt/contract/reports/reports.schema.ts'

/** A place on the grid as the layout library names it; `i` is the id of a block. */
export interface GridPlace {
  readonly i: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

const SIZES: Record<ReportBlock['kind'], { w: number; h: number }> = {
  chart: { w: 6, h: 5 },
  sql: { w: 6, h: 5 },
  text: { w: 12, h: 2 },
}

/** What a block is about, without its place. */
export type BlockContent =
  | { kind: 'chart'; chart: Extract<ReportBlock, { kind: 'chart' }>['chart'] }
  | { kind: 'sql'; snippet_id: string }
  | { kind: 'text'; text: string }

const bottomOf = (blocks: readonly ReportBlock[]) => Math.max(0, ...blocks.map(({ y, h }) => y + h))

/** The blocks with a new one: beside the last one if there is room, otherwise below all others. */
export function withBlock(blocks: readonly ReportBlock[], id: string, content: BlockContent): ReportBlock[] {
  const size = SIZES[content.kind]
  const bottom = bottomOf(blocks)
  const last = blocks.filter(({ y, h }) => y + h === bottom).sort((a, b) => b.x - a.x)[0]
  const isBeside = last !== undefined && last.x + last.w + size.w <= GRID_COLUMNS
  const place = isBeside ? { x: last.x + last.w, y: last.y } : { x: 0, y: bottom }
  return [...blocks, { ...content, id, ...place, ...size }]
}

/** The blocks at the places that the grid gave them. */
export function placed(blocks: readonly ReportBlock[], layout: readonly GridPlace[]): ReportBlock[] {
  const placeOf = new Map(layout.map((place) => [place.i, place]))
  return blocks.map((block) => {
    const place = placeOf.get(block.id)
    return place ? { ...block, x: place.x, y: place.y, w: place.w, h: place.h } : block
  })
}

export const layoutOf = (blocks: readonly ReportBlock[]): GridPlace[] =>
  blocks.map(({ id, x, y, w, h }) => ({ i: id, x, y, w, h }))

export type Step = 'left' | 'right' | 'up' | 'down'

const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** Moves a block by one cell. The grid pushes those that are in its way. */
export function moved(block: ReportBlock, step: Step): ReportBlock {
  const x = step === 'left' ? -1 : step === 'right' ? 1 : 0
  const y = step === 'up' ? -1 : step === 'down' ? 1 : 0
  return { ...block, x: within(block.x + x, 0, GRID_COLUMNS - block.w), y: Math.max(0, block.y + y) }
}

/** Makes a block wider, narrower, taller or shorter by one cell. */
export function resized(block: ReportBlock, step: Step): ReportBlock {
  const w = step === 'left' ? -1 : step === 'right' ? 1 : 0
  const h = step === 'up' ? -1 : step === 'down' ? 1 : 0
  return {
    ...block,
    w: within(block.w + w, BLOCK_WIDTH_MIN, GRID_COLUMNS - block.x),
    h: within(block.h + h, BLOCK_HEIGHT_MIN, BLOCK_HEIGHT_MAX),
  }
}

const overlap = (a: ReportBlock, b: ReportBlock) =>
  a.id !== b.id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** Blocks without overlaps: `first` keeps its place, and those in its way go below it. */
export function settled(blocks: readonly ReportBlock[], first: ReportBlock): ReportBlock[] {
  const done: ReportBlock[] = [first]
  const others = blocks.filter(({ id }) => id !== first.id).sort((a, b) => a.y - b.y || a.x - b.x)
  for (const one of others) {
    let block = one
    for (
      let hit = done.find((other) => overlap(block, other));
      hit;
      hit = done.find((other) => overlap(block, other))
    )
      block = { ...block, y: hit.y + hit.h }
    done.push(block)
  }
  return blocks.map(({ id }) => done.find((block) => block.id === id)!)
}

/** Whether two lists have the same blocks at the same places, in any order. */
export function sameBlocks(one: readonly ReportBlock[], other: readonly ReportBlock[]): boolean {
  const text = (blocks: readonly ReportBlock[]) =>
    JSON.stringify(
      blocks
        .map((block) => Object.entries(block).sort(([a], [b]) => a.localeCompare(b)))
        .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    )
  return text(one) === text(other)
}
