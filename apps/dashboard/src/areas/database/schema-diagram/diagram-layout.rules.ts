import { graphlib, layout } from '@dagrejs/dagre'

/** What a layout has to know of a diagram. */
export interface LayoutInput {
  readonly boxes: readonly { readonly id: string; readonly width: number; readonly height: number }[]
  /** Pairs of ids: a table and one that refers to it. */
  readonly links: readonly (readonly [referredTo: string, referring: string])[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The upper left corner of each box, by id. */
export type Places = Readonly<Record<string, Point>>

const BETWEEN_LAYERS = 90
const BETWEEN_BOXES = 28
const BETWEEN_GROUPS = 60
/** Width by height of the whole: that of a screen. */
const ASPECT = 1.6

interface Group {
  readonly places: Places
  readonly width: number
  readonly height: number
}

/** Tables that belong together, from left to right; what is connected with nothing goes below. No two boxes overlap. */
export function layoutOf(input: LayoutInput): Places {
  const groups = groupsOf(input)
  const connected = groups.filter(({ boxes }) => boxes.length > 1).map(arranged)
  const single = groups.filter(({ boxes }) => boxes.length === 1).map(arranged)
  const upper = packed(connected, 0)
  const lower = packed(single, upper.height === 0 ? 0 : upper.height + BETWEEN_GROUPS, upper.width)
  return { ...upper.places, ...lower.places }
}

/** The connected parts, largest first. */
function groupsOf({ boxes, links }: LayoutInput): LayoutInput[] {
  const root = new Map(boxes.map(({ id }) => [id, id]))
  const rootOf = (id: string): string => {
    let at = id
    while (root.get(at) !== at) {
      root.set(at, root.get(root.get(at)!)!)
      at = root.get(at)!
    }
    return at
  }
  const known = links.filter(([a, b]) => a !== b && root.has(a) && root.has(b))
  for (const [a, b] of known) root.set(rootOf(a), rootOf(b))
  const groups = new Map<
    string,
    { boxes: LayoutInput['boxes'][number][]; links: (readonly [string, string])[] }
  >()
  for (const box of boxes) {
    const id = rootOf(box.id)
    if (!groups.has(id)) groups.set(id, { boxes: [], links: [] })
    groups.get(id)!.boxes.push(box)
  }
  for (const link of known) groups.get(rootOf(link[0]))!.links.push(link)
  return [...groups.values()].sort((a, b) => b.boxes.length - a.boxes.length)
}

function arranged({ boxes, links }: LayoutInput): Group {
  const [only] = boxes
  if (boxes.length === 1 && only)
    return { places: { [only.id]: { x: 0, y: 0 } }, width: only.width, height: only.height }
  const graph = new graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: BETWEEN_LAYERS, nodesep: BETWEEN_BOXES })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  for (const [a, b] of links) graph.setEdge(a, b)
  layout(graph)
  const corners = boxes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id) as Point
    return { id, width, height, x: Math.round(x - width / 2), y: Math.round(y - height / 2) }
  })
  const left = Math.min(...corners.map(({ x }) => x))
  const top = Math.min(...corners.map(({ y }) => y))
  return {
    places: Object.fromEntries(corners.map(({ id, x, y }) => [id, { x: x - left, y: y - top }])),
    width: Math.max(...corners.map(({ x, width }) => x + width)) - left,
    height: Math.max(...corners.map(({ y, height }) => y + height)) - top,
  }
}

/** Puts groups side by side in rows that together look like a screen, below `top`. */
function packed(groups: readonly Group[], top: number, widthMin = 0): Group {
  const area = groups.reduce(
    (sum, { width, height }) => sum + (width + BETWEEN_GROUPS) * (height + BETWEEN_GROUPS),
    0,
  )
  const limit = Math.max(widthMin, Math.sqrt(area * ASPECT), ...groups.map(({ width }) => width))
  const places: Record<string, Point> = {}
  let x = 0
  let y = top
  let rowHeight = 0
  let width = 0
  for (const group of groups) {
    if (x > 0 && x + group.width > limit) {
      x = 0
      y += rowHeight + BETWEEN_BOXES
      rowHeight = 0
    }
    for (const [id, at] of Object.entries(group.places)) places[id] = { x: x + at.x, y: y + at.y }
    width = Math.max(width, x + group.width)
    rowHeight = Math.max(rowHeight, group.height)
    x += group.width + BETWEEN_BOXES
  }
  return { places, width, height: groups.length === 0 ? 0 : y + rowHeight }
}
