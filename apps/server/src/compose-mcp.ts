import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { mcpRoutes } from './features/mcp/mcp.routes.ts'
import type { Gates } from './http/gate.ts'
import type { IsStillVouched } from './http/kept-open.ts'

interface Deps {
  gates: Gates
  isStillVouched: IsStillVouched
  config: Config
  version: string
  now: () => Date
}

/** The endpoint for agents. It calls what everybody calls, as who calls it, so it needs nothing of the other features. */
export async function composeMcp(
  app: FastifyInstance,
  { gates, isStillVouched, config, version, now }: Deps,
) {
  const { edition, publicUrl } = config
  await app.register(mcpRoutes({ gates, isStillVouched, edition, publicUrl, version, now }))
}
