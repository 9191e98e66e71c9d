import type { FastifyReply } from 'fastify'
import type { ApiCall } from '../../http/api-calls.ts'
import type { MeteredProject } from './usage.store.ts'
import type { UsageBuffer } from './usage-buffer.ts'

/** Counts a call of a project's own API that is over. It knows no accounts. A call that was refused used nothing. */
export const apiMeter =
  (buffer: UsageBuffer) =>
  ({ project, isAdmitted, sentBytes }: Pick<ApiCall, 'project' | 'isAdmitted' | 'sentBytes'>) => {
    if (!isAdmitted) return
    buffer.count(project, 'REQUESTS', 1)
    buffer.count(project, 'EGRESS', sentBytes)
  }

/** Counts a call that was let in to a project and who makes it, and the bytes of its answer. */
export const requestMeter =
  (buffer: UsageBuffer) => (project: MeteredProject, userId: string, reply: FastifyReply) => {
    buffer.count(project, 'REQUESTS', 1)
    buffer.called(project, userId)
    countEgress(buffer, project, reply)
  }

/**
 * Counts the bytes that a connection sends until the answer is complete or given up: headers included, and nothing that
 * never left.
 */
function countEgress(buffer: UsageBuffer, project: MeteredProject, reply: FastifyReply) {
  // Held on to: an answer that is complete has let go of its connection.
  const { socket } = reply.request.raw
  const before = socket.bytesWritten
  reply.raw.once('close', () => buffer.count(project, 'EGRESS', socket.bytesWritten - before))
}
