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

/** Which replicas reads are shared out to, and where each box is: the balancer above the primary above the regions. */
export function topologyOf(states: readonly DatabaseState[]): Topology {
  const [primary, ...replicas] = states
  if (!primary) return { boxes: [], links: [], width: 0, height: 0 }
  const regions = [...new Set(replicas.map(({ region }) => region))].map((region) => {
    const own = replicas.filter((replica) => replica.region === region)
    const width = own.length * WIDTH + (own.length - 1) * FRAME.between + 2 * FRAME.side
    return { region, own, width }
  })
  const total = Math.max(
    WIDTH,
    sum(regions.map(({ width }) => width)) + GAP * Math.max(0, regions.length - 1),
  )
  const middle = (total - WIDTH) / 2
  const hasReplicas = replicas.length > 0
  const primaryY = hasReplicas ? HEIGHT.balancer + GAP : 0
  const regionY = primaryY + HEIGHT.primary + GAP
  const regionHeight = FRAME.top + HEIGHT.replica + FRAME.side
  let x = (total - (sum(regions.map(({ width }) => width)) + GAP * Math.max(0, regions.length - 1))) / 2
  const framed = regions.flatMap(({ region, own, width }): DiagramBox[] => {
    const at = x
    x += width + GAP
    const frame = `region ${region}`
    return [
      { id: frame, kind: 'region', x: at, y: regionY, width, height: regionHeight, region },
      ...own.map(
        (database, index): DiagramBox => ({
          id: database.identifier,
          kind: 'replica',
          x: FRAME.side + index * (WIDTH + FRAME.between),
          y: FRAME.top,
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
    height: hasReplicas ? regionY + regionHeight : HEIGHT.primary,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** How many databases answer reads. */
export const answeringCount = (states: readonly DatabaseState[]) =>
  states.filter(({ status }) => status === 'ACTIVE_HEALTHY').length
