import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '../../../http/error-edge.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { BASE, header } from '../request-parts.ts'
import type { Storage } from '../storage.service.ts'
import { storageError, toStorageError } from '../storage-error.ts'
import { s3Buckets } from './s3-buckets.ts'
import { type S3Entered, s3Gate } from './s3-gate.ts'
import { s3Multipart } from './s3-multipart.ts'
import { s3Objects } from './s3-objects.ts'
import { type S3Request, s3Request } from './s3-request.ts'
import { type Xml, xmlDocument } from './xml.ts'

type Deps = Storage & Parameters<typeof s3Gate>[0]

type Call = (asked: S3Request, reply: FastifyReply) => Promise<unknown>

/** The S3 protocol, with buckets in the path. */
export const s3Routes = (deps: Deps) => async (app: FastifyInstance) => {
  addS3Errors(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  const gate = s3Gate(deps)
  const call = calls(deps)
  const answer = (entered: S3Entered, request: FastifyRequest, reply: FastifyReply) => {
    const asked = s3Request(entered, request)
    return call(asked)(asked, reply)
  }
  for (const path of [`${BASE}/s3`, `${BASE}/s3/*`] as const)
    mountRaw(
      app,
      { method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'], path, summary: 'The S3 protocol' },
      gate,
      answer,
    )
}

/** Which call a request is, by its method, what is in its path, and the keys of its query. */
function calls(deps: Deps) {
  const buckets = s3Buckets(deps)
  const objects = s3Objects(deps)
  const multipart = s3Multipart(deps)
  const xml =
    (call: (asked: S3Request) => Promise<[string, Xml]>): Call =>
    async (asked, reply) =>
      reply.type('application/xml').send(xmlDocument(...(await call(asked))))
  const empty =
    (status: number, call: (asked: S3Request) => Promise<unknown>): Call =>
    async (asked, reply) => {
      await call(asked)
      return reply.code(status).send()
    }

  const ofService: Record<string, Call> = { GET: xml(buckets.list) }
  const ofBucket: Record<string, Call> = {
    'GET location': xml(async (asked) => {
      await buckets.find(asked)
      return ['LocationConstraint', null]
    }),
    'GET versioning': xml(async () => ['VersioningConfiguration', null]),
    'GET uploads': xml(multipart.list),
    'POST delete': xml(buckets.deleteObjects),
    GET: xml(buckets.listObjects),
    HEAD: empty(200, buckets.find),
    PUT: empty(200, buckets.create),
    DELETE: empty(204, buckets.remove),
  }
  const ofObject: Record<string, Call> = {
    'PUT partNumber': async (asked, reply) =>
      isCopy(asked)
        ? xml(multipart.copyPart)(asked, reply)
        : reply.header('etag', await multipart.uploadPart(asked)).send(),
    'GET uploadId': xml(multipart.listParts),
    'DELETE uploadId': empty(204, multipart.abort),
    'POST uploads': xml(multipart.create),
    'POST uploadId': xml(multipart.complete),
    'GET tagging': xml(objects.tags),
    'PUT tagging': empty(200, async (asked) => objects.setTags(asked, await objects.readTags(asked))),
    'DELETE tagging': empty(204, (asked) => objects.setTags(asked)),
    GET: objects.send,
    HEAD: objects.send,
    PUT: (asked, reply) => (isCopy(asked) ? xml(objects.copy)(asked, reply) : objects.put(asked, reply)),
    DELETE: empty(204, objects.remove),
  }

  return (asked: S3Request): Call => {
    const table = asked.bucket === '' ? ofService : asked.name === '' ? ofBucket : ofObject
    const { method } = asked.request
    const special = Object.keys(table).find((key) => {
      const [verb, parameter] = key.split(' ')
      return verb === method && parameter !== undefined && asked.query[parameter] !== undefined
    })
    const found = table[special ?? method]
    if (!found) throw storageError('NotSupported', 'This call of the S3 protocol is not offered here')
    return found
  }
}

const isCopy = ({ request }: S3Request) => header(request, 'x-amz-copy-source') !== undefined

function addS3Errors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(toStorageError(error))
    request.log[known.status >= 500 ? 'error' : 'info']({ err: error, code: known.code }, known.message)
    if (reply.raw.headersSent) return reply.raw.destroy()
    reply.code(known.status).headers(known.headers).type('application/xml')
    if (request.method === 'HEAD') return reply.send()
    const reason = String(known.options.details?.reason ?? known.code)
    return reply.send(
      xmlDocument('Error', {
        ...{ Code: reason, Message: known.message },
        ...{ Resource: request.url.split('?')[0], RequestId: request.id },
      }),
    )
  })
}
