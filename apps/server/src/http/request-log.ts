import { LogController } from 'fastify'

/** One line for each request, when it has ended: the line at its beginning would tell nothing that this one does not. */
export class RequestLog extends LogController {
  override incomingRequest() {}
}
