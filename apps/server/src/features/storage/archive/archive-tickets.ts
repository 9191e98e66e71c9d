import { randomUUID } from 'node:crypto'

/** Long enough for a browser to follow the link it has just been given. */
const VALID_MS = 5 * 60_000
const TICKETS_MAX = 1000

export interface ArchiveOrder {
  ref: string
  bucket: string
  userId: string
  paths: readonly string[]
  name: string
}

export type ArchiveTickets = ReturnType<typeof archiveTickets>

/**
 * What an archive is to hold, while the browser that asked follows the link to it: a selection of thousands of paths
 * does not fit into an address. A restart forgets them, and the person asks again.
 */
export function archiveTickets(now: () => Date) {
  const orders = new Map<string, ArchiveOrder & { until: number }>()
  const forgetOld = () => {
    for (const [ticket, { until }] of orders)
      if (until < now().getTime() || orders.size >= TICKETS_MAX) orders.delete(ticket)
  }
  return {
    issue(order: ArchiveOrder) {
      forgetOld()
      const ticket = randomUUID()
      orders.set(ticket, { ...order, until: now().getTime() + VALID_MS })
      return ticket
    },

    /** Undefined unless this very person ordered it for this bucket, a short while ago. */
    find(ticket: string, { ref, bucket, userId }: Pick<ArchiveOrder, 'ref' | 'bucket' | 'userId'>) {
      forgetOld()
      const order = orders.get(ticket)
      return order?.ref === ref && order.bucket === bucket && order.userId === userId ? order : undefined
    },
  }
}
