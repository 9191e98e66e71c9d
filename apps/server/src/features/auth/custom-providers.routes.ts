import type { FastifyRequest } from 'fastify'
import { type AuthMounting, type Query, textOf } from './auth-mounting.ts'
import type { CustomProviders } from './custom-providers.ts'

/** Providers that servers set up for a project. */
export function customProviderRoutes({ forAdmin }: AuthMounting, providers: CustomProviders) {
  forAdmin('GET', '/admin/custom-providers', 'The providers of a project', async ({ ref }, request) => ({
    providers: await providers.list(ref, textOf(request.query as Query, 'type') || undefined),
  }))
  forAdmin('POST', '/admin/custom-providers', 'Add a provider', async (one, request, reply) => {
    const added = await providers.create(one, request.body)
    reply.code(201)
    return added
  })
  forAdmin('GET', '/admin/custom-providers/:identifier', 'A provider', async ({ ref }, request) =>
    providers.find(ref, identifierIn(request)),
  )
  forAdmin('PUT', '/admin/custom-providers/:identifier', 'Change a provider', async (one, request) =>
    providers.update(one, identifierIn(request), request.body),
  )
  forAdmin('DELETE', '/admin/custom-providers/:identifier', 'Remove a provider', async (one, request) => {
    await providers.remove(one, identifierIn(request))
    return { message: 'Custom provider deleted' }
  })
}

const identifierIn = (request: FastifyRequest) => (request.params as { identifier: string }).identifier
