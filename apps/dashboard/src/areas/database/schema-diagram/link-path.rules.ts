import { type Box, type Link, middleOf } from './diagram-graph.rules.ts'
import type { Lane, Point } from './diagram-layout.rules.ts'

interface Placed {
  readonly box: Pick<Box, 'width'>
  readonly at: Point
}

/** How far a line goes straight out of its box, with room for its sign. */
const STEM = 14
/** Half the height of the sign at an end. */
const SIGN = 5

interface End extends Point {
  /** 1 to the right of its box, -1 to the left. */
  readonly side: 1 | -1
}

/**
 * An SVG path from the referring column to the one it refers to, on the sides of the boxes that face each other, along its
 * lanes. A crow's foot where several rows may refer to the same one, and a bar where there is one.
 */
export function linkPath(
  { fromLine, toLine, isMany }: Link,
  from: Placed,
  to: Placed,
  lanes: readonly Lane[] = [],
): string {
  const [a, b] = endsOf(from, to)
  const start = { ...a, y: from.at.y + middleOf(fromLine) }
  const end = { ...b, y: to.at.y + middleOf(toLine) }
  const out = { x: start.x + STEM * start.side, y: start.y }
  const back = { x: end.x + STEM * end.side, y: end.y }
  const along = start.side === 1 ? lanes : lanes.toReversed()
  let at: End = { ...out, side: start.side }
  const ways: string[] = []
  for (const { left, right, y } of along) {
    const [enter, leave] = start.side === 1 ? [left, right] : [right, left]
    ways.push(curve(at, { x: enter, y, side: start.side === 1 ? -1 : 1 }), `L${leave},${y}`)
    at = { x: leave, y, side: start.side }
  }
  return [
    `M${start.x},${start.y}L${out.x},${out.y}`,
    ...ways,
    curve(at, { ...back, side: end.side }),
    `L${end.x},${end.y}`,
    isMany ? crowsFoot(start) : bar(start),
    bar(end),
  ].join('')
}

/** Leaves and arrives level. */
function curve(from: End, to: End): string {
  const pull = Math.max(30, Math.abs(to.x - from.x) / 2)
  return `C${from.x + pull * from.side},${from.y} ${to.x + pull * to.side},${to.y} ${to.x},${to.y}`
}

/** On facing sides; both on the right when the boxes are above each other. */
function endsOf(from: Placed, to: Placed): [End, End] {
  const right = ({ box, at }: Placed): End => ({ x: at.x + box.width, y: at.y, side: 1 })
  const left = ({ at }: Placed): End => ({ x: at.x, y: at.y, side: -1 })
  if (from.at.x + from.box.width + 2 * STEM <= to.at.x) return [right(from), left(to)]
  if (to.at.x + to.box.width + 2 * STEM <= from.at.x) return [left(from), right(to)]
  return [right(from), right(to)]
}

const crowsFoot = ({ x, y, side }: End) => `M${x},${y - SIGN}L${x + 9 * side},${y}L${x},${y + SIGN}`
const bar = ({ x, y, side }: End) => `M${x + 7 * side},${y - SIGN}L${x + 7 * side},${y + SIGN}`
