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

/** Where a line crosses a layer of boxes, from side to side, between two of them. */
export interface Lane {
  readonly left: number
  readonly right: number
  readonly y: number
}

export interface Layout {
  readonly places: Places
  /** The lanes of links that cross layers, from left to right, by `laneKey`. */
  readonly lanes: Readonly<Record<string, readonly Lane[]>>
}

const laneKey = (referredTo: string, referring: string) => `${referredTo} ${referring}`

/** The lanes of a link between two boxes; none once either has been moved from where it was put. */
export function lanesOf(
  { places, lanes }: Layout,
  from: { readonly id: string; readonly at: Point },
  to: { readonly id: string; readonly at: Point },
): readonly Lane[] {
  const isUnmoved = [from, to].every(({ id, at }) => places[id]?.x === at.x && places[id]?.y === at.y)
  return (isUnmoved && lanes[laneKey(to.id, from.id)]) || []
}

const BETWEEN_LAYERS = 90
const BETWEEN_BOXES = 28
const BETWEEN_GROUPS = 60
/** Width by height of the whole: that of a screen. */
const ASPECT = 1.6

interface Group extends Layout {
  readonly width: number
  readonly height: number
}

/** Tables that belong together, from left to right; what is connected with nothing goes below. No two boxes overlap. */
export function layoutOf(input: LayoutInput): Layout {
  const groups = groupsOf(input)
  const connected = groups.filter(({ boxes }) => boxes.length > 1).map(arranged)
  const single = groups.filter(({ boxes }) => boxes.length === 1).map(arranged)
  const upper = packed(connected, 0)
  const lower = packed(single, upper.height === 0 ? 0 : upper.height + BETWEEN_GROUPS, upper.width)
  return { places: { ...upper.places, ...lower.places }, lanes: { ...upper.lanes, ...lower.lanes } }
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
    return { places: { [only.id]: { x: 0, y: 0 } }, lanes: {}, width: only.width, height: only.height }
  const graph = new graphlib.Graph()
  graph.setGraph({ rankdir: 'LR', ranksep: BETWEEN_LAYERS, nodesep: BETWEEN_BOXES })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  for (const [a, b] of links) graph.setEdge(a, b)
  layout(graph)
  const found = boxes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id) as Point
    return { id, width, height, layer: x, x: Math.round(x - width / 2), y: Math.round(y - height / 2) }
  })
  const corners = likeAScreen(found)
  const lanes =
    corners === found
      ? lanesAcross(
          found,
          links.map((link) => ({
            link,
            points: ((graph.edge(...link) as { points?: Point[] }).points ?? []).slice(1, -1),
          })),
        )
      : {}
  const ys = Object.values(lanes).flatMap((all) => all.map(({ y }) => y))
  const left = Math.min(...corners.map(({ x }) => x))
  const top = Math.min(...corners.map(({ y }) => y), ...ys)
  return {
    places: Object.fromEntries(corners.map(({ id, x, y }) => [id, { x: x - left, y: y - top }])),
    lanes: movedLanes(lanes, { x: -left, y: -top }),
    width: Math.max(...corners.map(({ x, width }) => x + width)) - left,
    height: Math.max(...corners.map(({ y, height }) => y + height), ...ys) - top,
  }
}

/** The lanes of links at the layers that they cross: dagre keeps room there, in the middle of each layer. */
function lanesAcross(
  boxes: readonly Placed[],
  routes: readonly { link: readonly [string, string]; points: readonly Point[] }[],
): Layout['lanes'] {
  const layers = [...Map.groupBy(boxes, ({ layer }) => layer)].map(([middle, members]) => ({
    middle,
    left: Math.min(...members.map(({ x }) => x)),
    right: Math.max(...members.map(({ x, width }) => x + width)),
  }))
  return Object.fromEntries(
    routes.flatMap(({ link, points }) => {
      const lanes = points
        .flatMap(({ x, y }) => {
          const layer = layers.find(({ middle }) => Math.abs(middle - x) < 1)
          return layer ? [{ left: layer.left, right: layer.right, y: Math.round(y) }] : []
        })
        .sort((a, b) => a.left - b.left)
      return lanes.length === 0 ? [] : [[laneKey(...link), lanes] as const]
    }),
  )
}

const movedLanes = (lanes: Layout['lanes'], { x, y }: Point): Layout['lanes'] =>
  Object.fromEntries(
    Object.entries(lanes).map(([key, all]) => [
      key,
      all.map((lane) => ({ left: lane.left + x, right: lane.right + x, y: lane.y + y })),
    ]),
  )

interface Placed extends Point {
  readonly id: string
  readonly width: number
  readonly height: number
  /** What the boxes of one layer have in common. */
  readonly layer: number
}

/** Of hundreds of connected tables, a layer would be a column that no screen shows: it becomes several side by side. */
function likeAScreen(boxes: readonly Placed[]): readonly Placed[] {
  const heightOf = (all: readonly Placed[]) =>
    all.reduce((sum, { height }) => sum + height + BETWEEN_BOXES, 0)
  const layers = [...Map.groupBy(boxes, ({ layer }) => layer)]
    .sort(([a], [b]) => a - b)
    .map(([, members]) => members.toSorted((a, b) => a.y - b.y))
  const tallest = Math.max(...layers.map(heightOf))
  const isFine = (limit: number) => widthOf(layers.map((layer) => columnsOf(layer, limit))) <= limit * ASPECT
  if (!isFine(tallest)) return boxes
  let limit = tallest
  while (isFine(limit * SMALLER)) limit *= SMALLER
  if (limit > tallest * WORTH_WRAPPING) return boxes
  const placed: Placed[] = []
  let x = 0
  for (const layer of layers) {
    for (const column of columnsOf(layer, limit)) {
      let y = Math.round((limit - heightOf(column)) / 2)
      for (const box of column) {
        placed.push({ ...box, x, y })
        y += box.height + BETWEEN_BOXES
      }
      x += columnWidth(column) + BETWEEN_BOXES
    }
    x += BETWEEN_LAYERS - BETWEEN_BOXES
  }
  return placed
}

/** How much smaller each try is, and when the result is worth leaving the places that dagre found. */
const SMALLER = 0.9
const WORTH_WRAPPING = 0.7

const columnWidth = (column: readonly Placed[]) => Math.max(...column.map(({ width }) => width))

const widthOf = (layers: readonly (readonly (readonly Placed[])[])[]) =>
  layers.reduce(
    (sum, columns) =>
      sum +
      columns.reduce((width, column) => width + columnWidth(column) + BETWEEN_BOXES, 0) +
      BETWEEN_LAYERS -
      BETWEEN_BOXES,
    0,
  )

/** The boxes of a layer in columns up to this height; a taller box has one of its own. */
function columnsOf(layer: readonly Placed[], limit: number): Placed[][] {
  const columns: Placed[][] = []
  let height = Number.POSITIVE_INFINITY
  for (const box of layer) {
    const needed = box.height + BETWEEN_BOXES
    if (height + needed > limit) {
      columns.push([])
      height = 0
    }
    columns.at(-1)!.push(box)
    height += needed
  }
  return columns
}

/** Puts groups side by side in rows that together look like a screen, below `top`. */
function packed(groups: readonly Group[], top: number, widthMin = 0): Group {
  const area = groups.reduce(
    (sum, { width, height }) => sum + (width + BETWEEN_GROUPS) * (height + BETWEEN_GROUPS),
    0,
  )
  const limit = Math.max(widthMin, Math.sqrt(area * ASPECT), ...groups.map(({ width }) => width))
  const places: Record<string, Point> = {}
  const lanes: Layout['lanes'][] = []
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
    lanes.push(movedLanes(group.lanes, { x, y }))
    width = Math.max(width, x + group.width)
    rowHeight = Math.max(rowHeight, group.height)
    x += group.width + BETWEEN_BOXES
  }
  return {
    places,
    lanes: Object.assign({}, ...lanes),
    width,
    height: groups.length === 0 ? 0 : y + rowHeight,
  }
}
