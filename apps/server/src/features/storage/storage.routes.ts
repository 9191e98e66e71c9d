import type { FastifyInstance } from 'fastify'
import type { ApiGates } from '../../http/api-gates.ts'
import { mountPreflight, mountRaw } from '../../http/mount-raw.ts'
import { zipRoutes } from './archive/zip.routes.ts'
import { bucketRoutes } from './buckets/buckets.routes.ts'
import { downloadRoutes } from './downloads/downloads.routes.ts'
import { imageRoutes } from './images/images.routes.ts'
import { objectRoutes } from './objects/objects.routes.ts'
import { BASE, sendNotSupported } from './request-parts.ts'
import { resumableRoutes, setTusHeaders } from './resumable/resumable.routes.ts'
import { s3Routes } from './s3/s3.routes.ts'
import type { StorageService } from './storage.service.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'
import { addStorageErrors } from './wire-errors.ts'

interface Deps extends StorageService {
  gates: ApiGates
  version: string
  now: () => Date
}

/** The public Storage API of projects. */
export const storageRoutes = (deps: Deps) => async (app: FastifyInstance) => {
  const { gates, version } = deps
  addStorageErrors(app)
  mountPreflight(app, `${BASE}/*`, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', setTusHeaders)
  mountRaw(
    app,
    { method: 'GET', path: `${BASE}/status`, summary: 'Health check' },
    gates.anyone,
    (_entered, _request, reply) => reply.type('text/plain').send('OK'),
  )
  mountRaw(
    app,
    { method: 'GET', path: `${BASE}/version`, summary: 'Service version' },
    gates.anyone,
    (_entered, _request, reply) => reply.type('text/plain').send(version),
  )
  await app.register(bucketRoutes(deps))
  await app.register(objectRoutes(deps))
  await app.register(downloadRoutes(deps))
  await app.register(zipRoutes(deps))
  await app.register(imageRoutes(deps))
  await app.register(uploadRoutes(deps))
  await app.register(resumableRoutes(deps))
  await app.register(s3Routes(deps))
  await app.register(unknownRoutes(gates))
}

/** Responds to unsupported calls, such as purging a cache, with errors in the format that clients expect. */
const unknownRoutes = (gates: ApiGates) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  mountRaw(
    app,
    {
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      path: `${BASE}/*`,
      summary: 'Unsupported calls',
    },
    gates.key,
    (_entered, request, reply) => {
      request.raw.resume()
      return sendNotSupported(request, reply)
    },
  )
}
