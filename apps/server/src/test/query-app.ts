import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { createWaitingRuns } from '../features/query/activity/waiting-runs.ts'
import { queryRoutes } from '../features/query/query.routes.ts'
import { createRetainedRuns } from '../features/query/runs/retained-runs.ts'
import { createStoredRows } from '../features/query/stored/stored-rows.ts'
import { notFound } from '../http/app-error.ts'
import { addErrorEdge } from '../http/error-edge.ts'
import { createGates } from '../http/gate.ts'
import { addStrictJson } from '../http/json-body.ts'
import type { QueryFixture } from './query-fixture.ts'

/**
 * Only the query routes, listening on their own port, for a caller who may do everything to projects with the status that
 * `statusOf` returns.
 */
export async function listenForQueries(
  { runner, running, held, pools }: QueryFixture,
  statusOf: () => Project['status'] = () => 'ACTIVE_HEALTHY',
) {
  const app = Fastify({ forceCloseConnections: true })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorEdge(app)
  addStrictJson(app)
  const caller = { userId: 'u', email: 'ann@example.com', hasMfa: false }
  const gates = createGates({
    callerOf: async () => caller,
    isInstallationOwner: async () => false,
    organizationOf: async () => undefined,
    accessToOrganization: async () => undefined,
    isLocked: () => false,
    changes: () => 0,
    callerInProject: async (_request, ref) => ({
      caller,
      found: {
        project: { ref, status: statusOf() } as Project,
        access: { role: 'owner', requiresMfa: false },
      },
    }),
  })
  await app.register(
    queryRoutes({
      gates,
      runner,
      running,
      held,
      waiting: createWaitingRuns(),
      retained: createRetainedRuns(),
      lookUp: pools.lookUp,
      rowsIfAwake: (ref, sql, database) => pools.lookUp(ref, sql, [], database),
      stored: createStoredRows(path.join(tmpdir(), 'basalt-results')),
      async databaseOf(ref, identifier = ref) {
        if (identifier !== ref) throw notFound('Database', identifier)
        return ref
      },
      rolesOf: async () => [],
      isLocked: () => false,
      restorePoint: async () => undefined,
      meter: () => undefined,
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

export type QueryApp = Awaited<ReturnType<typeof listenForQueries>>

/** Posts JSON over a real connection, which `signal` breaks. */
export function postOver(app: QueryApp, path: string, body: object, signal?: AbortSignal) {
  const { port } = app.server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}
