import { Transformation } from '@basalt/contract/storage/images.schema.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiGates } from '../../../http/api-gates.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { Catalog } from '../catalog.ts'
import { conditionOf } from '../downloads/conditions.ts'
import type { Signatures } from '../downloads/signatures.ts'
import type { ObjectRow } from '../objects/objects.store.ts'
import { readableObjects } from '../objects/readable-objects.ts'
import { addressIn, BASE, parsed, queryOf } from '../request-parts.ts'
import type { StorageSettings } from '../settings/settings.store.ts'
import { storageError } from '../storage-error.ts'
import type { ImageService } from './images.service.ts'

interface Deps {
  gates: ApiGates
  catalog: Catalog
  settings: StorageSettings
  signatures: Signatures
  images: ImageService
}

/** Images, transformed as the URL requests. */
export const imageRoutes =
  ({ gates, catalog, settings, signatures, images }: Deps) =>
  async (app: FastifyInstance) => {
    const path = `${BASE}/render/image` as const
    const method = ['GET', 'HEAD'] as const
    const readable = readableObjects(catalog)

    const send = async (
      ref: string,
      object: ObjectRow,
      input: unknown,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => {
      const { config } = await settings.of(ref)
      if (!config.features.imageTransformation.enabled) throw storageError('FeatureNotEnabled')
      const acceptsWebp = /image\/webp/.test(request.headers.accept ?? '')
      const transformation = parsed(Transformation, input)
      const rendition = await images.render(ref, object, transformation, acceptsWebp)
      const { bytes, contentType, eTag, details } = rendition
      reply
        .header('etag', eTag)
        .header('vary', 'accept')
        .header('cache-control', details.cacheControl)
        .header('x-robots-tag', details.robotsTag)
      reply.header('x-transformations', transformationsHeader(transformation))
      const validators = { eTag, lastModified: details.lastModified }
      if (conditionOf(request.headers, validators) === 'not_modified') return reply.code(304).send()
      return reply.type(contentType).send(bytes)
    }

    mountRaw(
      app,
      { method, path: `${path}/authenticated/*`, summary: 'Transform an image' },
      gates.key,
      async ({ project: { ref }, caller }, request, reply) => {
        const object = await readable.find(ref, caller, addressIn(request))
        return send(ref, object, request.query, request, reply)
      },
    )

    mountRaw(
      app,
      { method, path: `${path}/public/*`, summary: 'Transform a public image' },
      gates.anyone,
      async ({ project: { ref } }, request, reply) => {
        const object = await readable.findPublic(ref, addressIn(request))
        return send(ref, object, request.query, request, reply)
      },
    )

    mountRaw(
      app,
      { method, path: `${path}/sign/*`, summary: 'Transform an image by signed URL' },
      gates.anyone,
      async ({ project: { ref } }, request, reply) => {
        const address = addressIn(request)
        const claims = await signatures.verify(ref, 'render', address, queryOf(request).token)
        const object = await readable.find(ref, SERVICE, address)
        return send(ref, object, claims.transform, request, reply)
      },
    )
  }

/** The names of the resize modes in the public Storage API. */
const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** The value of the header `x-transformations`. */
function transformationsHeader({ height, width, resize, quality, format }: Transformation) {
  const parameters = {
    height,
    width,
    resizing_type: height === undefined && width === undefined ? undefined : resizingTypes[resize],
    quality,
    format: format === 'origin' ? undefined : format,
  }
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(',')
}
