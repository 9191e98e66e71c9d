import type { DatabaseState } from '@basalt/contract/replicas/replicas.schema.ts'

/** A box of the diagram, placed from its upper left corner. `parent` is a region's box, to which the place is relative. */
export interface DiagramBox {
  id: string
  kind: 'balancer' | 'primary' | 'region' | 'replica'
  x: number
  y: number
  width: number
  height: number
  parent?: string
  /** Of a region. */
  region?: string
  /** Of a database. */
  database?: DatabaseState
}

export interface DiagramLink {
  id: string
  from: string
  to: string
  /** Reads that are shared out, or the log of the primary. */
  kind: 'reads' | 'log'
}

export interface Topology {
  boxes: readonly DiagramBox[]
  links: readonly DiagramLink[]
  width: number
  height: number
}

const WIDTH = 264
const HEIGHT = { balancer: 56, primary: 76, replica: 84 }
const GAP = 40
/** The frame of a region around its replicas. */
const FRAME = { side: 16, top: 34, between: 16 }

export const BALANCER = 'balancer'

/**
 * Which replicas reads are shared out to, and where each box is: the balancer above the primary above the regions. A
 * narrow diagram has one replica below the other.
 */
export function topologyOf(
  states: readonly DatabaseState[],
  { isNarrow = false }: { isNarrow?: boolean } = {},
): Topology {
  const [primary, ...replicas] = states
  if (!primary) return { boxes: [], links: [], width: 0, height: 0 }
  const regions = [...new Set(replicas.map(({ region }) => region))].map((region) => {
    const own = replicas.filter((replica) => replica.region === region)
    const columns = isNarrow ? 1 : own.length
    const lines = isNarrow ? own.length : 1
    return {
      region,
      own,
      width: columns * WIDTH + (columns - 1) * FRAME.between + 2 * FRAME.side,
      height: FRAME.top + lines * HEIGHT.replica + (lines - 1) * FRAME.between + FRAME.side,
    }
  })
  const along = (sizes: readonly number[]) => sum(sizes) + GAP * Math.max(0, sizes.length - 1)
  const widths = regions.map(({ width }) => width)
  const allRegions = isNarrow ? Math.max(0, ...widths) : along(widths)
  const total = Math.max(WIDTH, allRegions)
  const middle = (total - WIDTH) / 2
  const hasReplicas = replicas.length > 0
  const primaryY = hasReplicas ? HEIGHT.balancer + GAP : 0
  const regionY = primaryY + HEIGHT.primary + GAP
  const heights = regions.map(({ height }) => height)
  const regionsHeight = isNarrow ? along(heights) : Math.max(0, ...heights)
  let x = (total - allRegions) / 2
  let y = regionY
  const framed = regions.flatMap(({ region, own, width, height }): DiagramBox[] => {
    const at = { x, y }
    if (isNarrow) y += height + GAP
    else x += width + GAP
    const frame = `region ${region}`
    return [
      { id: frame, kind: 'region', ...at, width, height, region },
      ...own.map(
        (database, index): DiagramBox => ({
          id: database.identifier,
          kind: 'replica',
          x: FRAME.side + (isNarrow ? 0 : index * (WIDTH + FRAME.between)),
          y: FRAME.top + (isNarrow ? index * (HEIGHT.replica + FRAME.between) : 0),
          width: WIDTH,
          height: HEIGHT.replica,
          parent: frame,
          database,
        }),
      ),
    ]
  })
  const balancer: DiagramBox[] = hasReplicas
    ? [{ id: BALANCER, kind: 'balancer', x: middle, y: 0, width: WIDTH, height: HEIGHT.balancer }]
    : []
  return {
    boxes: [
      ...balancer,
      {
        id: primary.identifier,
        kind: 'primary',
        x: middle,
        y: primaryY,
        width: WIDTH,
        height: HEIGHT.primary,
        database: primary,
      },
      ...framed,
    ],
    links: [
      ...(hasReplicas
        ? [{ id: 'reads', from: BALANCER, to: primary.identifier, kind: 'reads' as const }]
        : []),
      ...replicas
        .filter(({ is_former_primary }) => !is_former_primary)
        .map(({ identifier }) => ({
          id: `log ${identifier}`,
          from: primary.identifier,
          to: identifier,
          kind: 'log' as const,
        })),
    ],
    width: total,
    height: hasReplicas ? regionY + regionsHeight : HEIGHT.primary,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** How many databases answer reads. */
export const answeringCount = (states: readonly DatabaseState[]) =>
  states.filter(({ status }) => status === 'ACTIVE_HEALTHY').length

/** How the replicas are spread, such as `2 replicas deployed across 1 region`; undefined without any. */
export function deployedText([, ...replicas]: readonly DatabaseState[]): string | undefined {
  const regions = new Set(replicas.map(({ region }) => region)).size
  const amount = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
  return replicas.length === 0
    ? undefined
    : `${amount(replicas.length, 'replica')} deployed across ${amount(regions, 'region')}`
}
