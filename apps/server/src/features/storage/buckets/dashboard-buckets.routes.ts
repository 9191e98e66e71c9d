import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from '@basalt/contract/storage/buckets.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Gates } from '../../../http/gate.ts'
import { mount } from '../../../http/mount.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import { storageError } from '../storage-error.ts'
import type { BucketService } from './buckets.service.ts'

interface Deps {
  gates: Gates
  buckets: BucketService
}

/** Bucket management for members: bypasses the project's policies and checks roles instead. */
export const dashboardBucketRoutes =
  ({ gates, buckets }: Deps) =>
  async (app: FastifyInstance) => {
    const read = gates.project(needs.readFiles)
    const change = gates.project(needs.changeFiles)

    mount(
      app,
      listBuckets,
      read,
      async ({ project, query }) => await buckets.list(project.ref, SERVICE, query),
    )

    mount(app, createBucket, change, async ({ project, body: { id, type, ...rules } }) => {
      if (type !== undefined && type !== 'STANDARD')
        throw storageError('NotSupported', `Buckets of type ${type} are not supported`)
      return { name: await buckets.create(project.ref, SERVICE, id, rules) }
    })

    mount(app, getBucket, read, async ({ project, params }) => buckets.find(project.ref, SERVICE, params.id))

    mount(app, updateBucket, change, async ({ project, params, body }) => {
      await buckets.change(project.ref, SERVICE, params.id, body)
      return { message: 'Successfully updated' }
    })

    mount(app, emptyBucket, change, async ({ project, params }) => {
      await buckets.empty(project.ref, SERVICE, params.id)
      return { message: 'Successfully emptied' }
    })

    mount(app, deleteBucket, change, async ({ project, params, query }) => {
      if (query.contents) await buckets.removeWithContents(project.ref, SERVICE, params.id)
      else await buckets.remove(project.ref, SERVICE, params.id)
      return { message: 'Successfully deleted' }
    })
  }
