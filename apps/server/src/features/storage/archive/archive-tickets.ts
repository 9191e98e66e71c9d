import { randomUUID } from 'node:crypto'

/** Long enough for a browser to follow the link. */
const VALID_MS = 5 * 60_000
const TICKETS_MAX = 1000

export interface ArchiveRequest {
  ref: string
  bucket: string
  userId: string
  paths: readonly string[]
  name: string
}

export type ArchiveTickets = ReturnType<typeof archiveTickets>

/**
 * Remembers the contents of an archive until the browser follows its link, because a selection of thousands of paths
 * does not fit into a URL. Lost on restart; the user then starts the download again.
 */
export function archiveTickets(now: () => Date) {
  const requests = new Map<string, ArchiveRequest & { until: number }>()
  const deleteOld = () => {
    for (const [ticket, { until }] of requests)
      if (until < now().getTime() || requests.size >= TICKETS_MAX) requests.delete(ticket)
  }
  return {
    issue(request: ArchiveRequest) {
      deleteOld()
      const ticket = randomUUID()
      requests.set(ticket, { ...request, until: now().getTime() + VALID_MS })
      return ticket
    },

    /** Undefined unless this user requested it recently for this bucket. */
    find(ticket: string, { ref, bucket, userId }: Pick<ArchiveRequest, 'ref' | 'bucket' | 'userId'>) {
      deleteOld()
      const request = requests.get(ticket)
      return request?.ref === ref && request.bucket === bucket && request.userId === userId
        ? request
        : undefined
    },
  }
}
