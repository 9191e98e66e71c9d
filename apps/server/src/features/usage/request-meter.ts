import type { FastifyReply } from 'fastify'
import type { ApiCall } from '../../http/api-calls.ts'
import type { MeteredProject } from './usage.store.ts'
import type { UsageBuffer } from './usage-buffer.ts'

/** Counts a finished call of a project's own API, which has no users. Refused calls are not counted. */
export const apiMeter =
  (buffer: UsageBuffer) =>
  ({ project, isAdmitted, sentBytes }: Pick<ApiCall, 'project' | 'isAdmitted' | 'sentBytes'>) => {
    if (!isAdmitted) return
    buffer.count(project, 'REQUESTS', 1)
    buffer.count(project, 'EGRESS', sentBytes)
  }

/** Counts an admitted call to a project, its caller, and the bytes of its response. */
export const requestMeter =
  (buffer: UsageBuffer) => (project: MeteredProject, userId: string, reply: FastifyReply) => {
    buffer.count(project, 'REQUESTS', 1)
    buffer.countCaller(project, userId)
    countEgress(buffer, project, reply)
  }

/** Counts the bytes sent until the response completes or is aborted, including headers. */
function countEgress(buffer: UsageBuffer, project: MeteredProject, reply: FastifyReply) {
  // Keep a reference: a completed response has released its socket.
  const { socket } = reply.request.raw
  const before = socket.bytesWritten
  reply.raw.once('close', () => buffer.count(project, 'EGRESS', socket.bytesWritten - before))
}
