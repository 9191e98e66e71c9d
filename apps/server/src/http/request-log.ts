import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/** One line for each request, when it has ended: the line at its beginning would tell nothing that this one does not. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  /** Calls of projects' own APIs are in a log of their own; what goes wrong there is written here by who notices. */
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    if (error || !request.routeOptions.config.raw) super.requestCompleted(error, request, reply)
  }
}
