import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  downloadObject,
  getArchive,
  getObject,
  getPublicUrl,
  prepareArchive,
  signObject,
  signObjects,
} from '@basalt/contract/storage/objects.endpoints.ts'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gates } from '../../../http/gate.ts'
import { mount } from '../../../http/mount.ts'
import { forbidScripts } from '../../../http/mount-raw.ts'
import { publicOrigin } from '../../../http/public-origin.ts'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { ArchiveService } from '../archive/archive.service.ts'
import type { ArchiveTickets } from '../archive/archive-tickets.ts'
import type { Catalog } from '../catalog.ts'
import type { ImageService } from '../images/images.service.ts'
import { findObjects, type ObjectAddress, type ObjectRow } from '../objects/objects.store.ts'
import { readableObjects } from '../objects/readable-objects.ts'
import type { StorageSettings } from '../settings/settings.store.ts'
import { storageError } from '../storage-error.ts'
import { sendObject } from './send-object.ts'
import type { Signatures } from './signatures.ts'

interface Deps {
  gates: Gates
  blobs: BlobStore
  catalog: Catalog
  archives: ArchiveService
  tickets: ArchiveTickets
  images: ImageService
  settings: StorageSettings
  signatures: Signatures
  publicUrl: string | undefined
}

/** Always revalidated, so that no outdated file is displayed; an unchanged one is not transferred again. */
const CACHE_CONTROL = 'private, no-cache'

/** Downloads and sharing of files for members. */
export const dashboardDownloadRoutes =
  ({ gates, blobs, catalog, archives, tickets, images, settings, signatures, publicUrl }: Deps) =>
  async (app: FastifyInstance) => {
    const read = gates.project(needs.readFiles)

    const readable = readableObjects(catalog)
    const find = (ref: string, address: ObjectAddress) => readable.find(ref, SERVICE, address)
    const urlOf = (request: FastifyRequest, ref: string, rest: string) =>
      `${publicOrigin(request, publicUrl)}/p/${ref}/storage/v1${rest}`
    const signed = async (request: FastifyRequest, ref: string, address: ObjectAddress, seconds: number) => {
      const token = await signatures.sign(ref, 'download', address, {}, seconds)
      return urlOf(request, ref, `/object/sign/${pathInUrl(address)}?token=${token}`)
    }

    mount(app, getObject, read, async ({ project: { ref }, params, query }, request, reply) => {
      forbidScripts(request, reply)
      const object = await find(ref, { bucket: params.id, name: query.path })
      const download = nameFor(object, query.download)
      return sendObject({ blobs, ref, object, cacheControl: CACHE_CONTROL, download }, request, reply)
    })

    mount(app, downloadObject, read, async ({ project: { ref }, params, body }, request, reply) => {
      forbidScripts(request, reply)
      const { download = false, downloadName, transform } = body.options
      const object = await find(ref, { bucket: params.id, name: body.path })
      if (!transform)
        return sendObject(
          {
            blobs,
            ref,
            object,
            cacheControl: CACHE_CONTROL,
            download: nameFor(object, downloadName ?? (download ? '' : undefined)),
          },
          request,
          reply,
        )
      const { config } = await settings.of(ref)
      if (!config.features.imageTransformation.enabled) throw storageError('FeatureNotEnabled')
      const { bytes, contentType } = await images.render(ref, object, transform, false)
      return reply.type(contentType).send(bytes)
    })

    mount(app, getPublicUrl, read, async ({ project: { ref }, params, body }, request) => {
      const address = { bucket: params.id, name: body.path }
      await readable.findPublic(ref, address)
      const publicUrl = urlOf(request, ref, `/object/public/${pathInUrl(address)}`)
      return { publicUrl: withDownload(publicUrl, '?', body.options) }
    })

    mount(app, signObject, read, async ({ project: { ref }, params, body }, request) => {
      const address = { bucket: params.id, name: body.path }
      await find(ref, address)
      return {
        signedUrl: withDownload(await signed(request, ref, address, body.expiresIn), '&', body.options),
      }
    })

    mount(app, signObjects, read, async ({ project: { ref }, params, body }, request) => {
      const { path: paths, expiresIn, options } = body
      const found = await catalog.as(ref, SERVICE, (rows) => findObjects(rows, params.id, paths))
      const names = new Set(found.map(({ name }) => name))
      return Promise.all(
        paths.map(async (path) =>
          names.has(path)
            ? {
                path,
                signedUrl: withDownload(
                  await signed(request, ref, { bucket: params.id, name: path }, expiresIn),
                  '&',
                  options,
                ),
                error: null,
              }
            : { path, signedUrl: null, error: 'Object not found' },
        ),
      )
    })

    const selectionOf = (ref: string, bucket: string, paths: readonly string[]) => ({
      ref,
      bucket,
      paths,
      caller: SERVICE,
    })

    mount(app, prepareArchive, read, async ({ project: { ref }, params, body, caller }) => {
      await archives.mustNotBeEmpty(selectionOf(ref, params.id, body.paths))
      return { token: tickets.issue({ ref, bucket: params.id, userId: caller.userId, ...body }) }
    })

    mount(app, getArchive, read, async ({ project: { ref }, params, caller }, _request, reply) => {
      const request = tickets.find(params.token, { ref, bucket: params.id, userId: caller.userId })
      if (!request) throw storageError('NoSuchKey', 'This download has expired. Start it again.')
      return archives.send(selectionOf(ref, params.id, request.paths), request.name, reply)
    })
  }

/** The URL path of an object: each segment encoded, the slashes preserved. */
const pathInUrl = ({ bucket, name }: ObjectAddress) =>
  [bucket, ...name.split('/')].map(encodeURIComponent).join('/')

/** The file name for a download. These URLs do not end with the name, so an empty `download` uses the object's name. */
const nameFor = ({ name }: ObjectRow, download: string | undefined) =>
  download === '' ? name.slice(name.lastIndexOf('/') + 1) : download

function withDownload(
  url: string,
  separator: '?' | '&',
  options: { download?: boolean | undefined; downloadName?: string | undefined } | undefined,
) {
  if (!options?.download && options?.downloadName === undefined) return url
  return `${url}${separator}download=${encodeURIComponent(options.downloadName ?? '')}`
}
