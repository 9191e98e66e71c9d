import { BucketList, BucketRules, NewBucket } from '@basalt/contract/storage/buckets.schema.ts'
import type { FastifyInstance } from 'fastify'
import type { ApiGates } from '../../../http/api-gates.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { BASE, parsed } from '../request-parts.ts'
import { storageError } from '../storage-error.ts'
import type { BucketService } from './buckets.service.ts'

interface Deps {
  gates: ApiGates
  buckets: BucketService
}

/** The bucket endpoints of the public Storage API. */
export const bucketRoutes =
  ({ gates, buckets }: Deps) =>
  async (app: FastifyInstance) => {
    const idOf = (request: { params: unknown }) => (request.params as { id: string }).id

    mountRaw(
      app,
      { method: 'GET', path: `${BASE}/bucket`, summary: 'List buckets' },
      gates.key,
      ({ project, caller }, { query }) => buckets.list(project.ref, caller, parsed(BucketList, query)),
    )

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/bucket`, summary: 'Create a bucket' },
      gates.key,
      async ({ project, caller }, { body }) => {
        const { id, name, type, versioning_status, ...rules } = parsed(NewBucket, body)
        if (type !== undefined && type !== 'STANDARD')
          throw storageError('NotSupported', `Buckets of type ${type} are not supported`)
        if (versioning_status !== undefined)
          throw storageError('NotSupported', 'Object versioning is not supported')
        return { name: await buckets.create(project.ref, caller, id ?? name ?? '', rules) }
      },
    )

    mountRaw(
      app,
      { method: 'GET', path: `${BASE}/bucket/:id`, summary: 'Get a bucket' },
      gates.key,
      ({ project, caller }, request) => buckets.find(project.ref, caller, idOf(request)),
    )

    mountRaw(
      app,
      { method: 'PUT', path: `${BASE}/bucket/:id`, summary: "Update a bucket's rules" },
      gates.key,
      async ({ project, caller }, request) => {
        await buckets.change(project.ref, caller, idOf(request), parsed(BucketRules, request.body))
        return { message: 'Successfully updated' }
      },
    )

    mountRaw(
      app,
      { method: 'POST', path: `${BASE}/bucket/:id/empty`, summary: 'Empty a bucket' },
      gates.key,
      async ({ project, caller }, request) => {
        await buckets.empty(project.ref, caller, idOf(request))
        return { message: 'Successfully emptied' }
      },
    )

    mountRaw(
      app,
      { method: 'DELETE', path: `${BASE}/bucket/:id`, summary: 'Delete an empty bucket' },
      gates.key,
      async ({ project, caller }, request) => {
        await buckets.remove(project.ref, caller, idOf(request))
        return { message: 'Successfully deleted' }
      },
    )
  }
