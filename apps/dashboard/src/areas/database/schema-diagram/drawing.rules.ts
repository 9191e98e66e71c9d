import {
  BOX_PADDING,
  type Box,
  CODE_WIDTH,
  type Graph,
  HEADER_HEIGHT,
  MARK_WIDTH,
  middleOf,
  NAME_WIDTH,
} from './diagram-graph.rules.ts'
import { type Layout, lanesOf, type Places, type Point } from './diagram-layout.rules.ts'
import { linkPath } from './link-path.rules.ts'

/** The colours of a picture, as any program reads them, such as `#1b2028`. */
export const drawnColours = [
  'surface-0',
  'surface-1',
  'surface-2',
  'line-strong',
  'ink',
  'ink-muted',
  'brand-ink',
] as const
export type DrawnColour = (typeof drawnColours)[number]

/** What a picture of a diagram consists of, from back to front. */
export type Shape =
  | {
      readonly kind: 'box'
      readonly at: Point
      readonly width: number
      readonly height: number
      readonly radius: number
      readonly fill: DrawnColour
      readonly stroke?: DrawnColour
      readonly isDashed?: boolean
    }
  | { readonly kind: 'path'; readonly path: string; readonly stroke: DrawnColour }
  | {
      readonly kind: 'text'
      /** The baseline's left end, or right end. */
      readonly at: Point
      readonly text: string
      readonly font: 'name' | 'code' | 'mark'
      readonly colour: DrawnColour
      readonly isRight?: boolean
    }

export interface Drawing {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
}

const MARGIN = 40
const RADIUS = 6
/** From the middle of a line to the baseline of its text. */
const BASELINE = 4

/**
 * The whole diagram with its upper left corner at 0,0. Boxes without a place are left out.
 * @param layout where the boxes were put before some were moved
 */
export function drawingOf({ boxes, links }: Graph, places: Places, layout: Layout): Drawing {
  const placed = boxes.filter(({ id }) => places[id])
  const left = Math.min(...placed.map(({ id }) => places[id]!.x), Number.POSITIVE_INFINITY)
  const top = Math.min(...placed.map(({ id }) => places[id]!.y), Number.POSITIVE_INFINITY)
  if (placed.length === 0) return { width: 2 * MARGIN, height: 2 * MARGIN, shapes: [] }
  const at = new Map(
    placed.map((box) => {
      const { x, y } = places[box.id]!
      return [box.id, { box, at: { x: x - left + MARGIN, y: y - top + MARGIN } }] as const
    }),
  )
  const all = [...at.values()]
  const width = Math.max(...all.map(({ box, at: { x } }) => x + box.width)) + MARGIN
  const height = Math.max(...all.map(({ box, at: { y } }) => y + box.height)) + MARGIN
  const lines = links.flatMap((link) => {
    const [from, to] = [at.get(link.from), at.get(link.to)]
    if (!from || !to) return []
    const lanes = lanesOf(
      layout,
      { id: link.from, at: places[link.from]! },
      { id: link.to, at: places[link.to]! },
    ).map((lane) => ({
      left: lane.left - left + MARGIN,
      right: lane.right - left + MARGIN,
      y: lane.y - top + MARGIN,
    }))
    return [{ kind: 'path' as const, path: linkPath(link, from, to, lanes), stroke: 'ink-muted' as const }]
  })
  return {
    width,
    height,
    shapes: [
      { kind: 'box', at: { x: 0, y: 0 }, width, height, radius: 0, fill: 'surface-0' },
      ...lines,
      ...all.flatMap(({ box, at: corner }) => shapesOf(box, corner)),
    ],
  }
}

function shapesOf(box: Box, at: Point): Shape[] {
  const { width, height, table, name, schema, columns, hidden, gutter } = box
  const inner = width - 2 * BOX_PADDING
  const title = table ? name : `${schema}.${name}`
  const text = (x: number, line: number): Point => ({ x: at.x + x, y: at.y + middleOf(line) + BASELINE })
  return [
    {
      kind: 'box',
      at,
      width,
      height,
      radius: RADIUS,
      fill: table ? 'surface-1' : 'surface-0',
      stroke: 'line-strong',
      ...(!table && { isDashed: true }),
    },
    ...(columns.length === 0
      ? []
      : [
          {
            kind: 'path' as const,
            path: `M${at.x},${at.y + HEADER_HEIGHT}L${at.x + width},${at.y + HEADER_HEIGHT}`,
            stroke: 'line-strong' as const,
          },
        ]),
    {
      kind: 'text',
      at: { x: at.x + BOX_PADDING, y: at.y + HEADER_HEIGHT / 2 + BASELINE },
      text: shortened(title, Math.floor(inner / NAME_WIDTH)),
      font: 'name',
      colour: table ? 'ink' : 'ink-muted',
    },
    ...columns.flatMap(({ name: column, type, marks }, line): Shape[] => {
      const room = Math.floor((inner - gutter) / CODE_WIDTH) - 1
      const typeRoom = Math.max(
        Math.min(type.length, room - column.length),
        Math.min(type.length, Math.floor(room / 2)),
      )
      return [
        ...marks.map(
          (mark, index): Shape => ({
            kind: 'text',
            at: text(BOX_PADDING + index * MARK_WIDTH, line),
            text: mark,
            font: 'mark',
            colour: 'brand-ink',
          }),
        ),
        {
          kind: 'text',
          at: text(BOX_PADDING + gutter, line),
          text: shortened(column, room - typeRoom),
          font: 'code',
          colour: 'ink',
        },
        {
          kind: 'text',
          at: text(width - BOX_PADDING, line),
          text: shortened(type, typeRoom),
          font: 'code',
          colour: 'ink-muted',
          isRight: true,
        },
      ]
    }),
    ...(hidden > 0
      ? [
          {
            kind: 'text' as const,
            at: text(BOX_PADDING, columns.length),
            text: hiddenText(hidden),
            font: 'code' as const,
            colour: 'ink-muted' as const,
          },
        ]
      : []),
  ]
}

export const hiddenText = (hidden: number) =>
  `${hidden.toLocaleString('en')} more ${hidden === 1 ? 'column' : 'columns'}`

/** Cut by code points, so that no character is halved. */
function shortened(text: string, length: number) {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, Math.max(1, length - 1)).join('')}…`
}
