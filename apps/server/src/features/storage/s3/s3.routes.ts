import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '../../../http/error-edge.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { BASE, header } from '../request-parts.ts'
import type { StorageService } from '../storage.service.ts'
import { toStorageError } from '../storage-error.ts'
import { s3Buckets } from './s3-buckets.ts'
import { type FormEntered, type S3Entered, s3Gate } from './s3-gate.ts'
import { s3Multipart } from './s3-multipart.ts'
import { s3Objects } from './s3-objects.ts'
import { mustBeSupported, operationOf, type S3Operation } from './s3-operations.ts'
import { s3Post } from './s3-post.ts'
import { type S3Request, targetOf, toS3Request } from './s3-request.ts'
import { type Xml, xmlDocument } from './xml.ts'

type Deps = StorageService & Parameters<typeof s3Gate>[0]

type Handler = (s3Request: S3Request, reply: FastifyReply) => Promise<unknown>

/** The S3 protocol, with buckets in the path. */
export const s3Routes = (deps: Deps) => async (app: FastifyInstance) => {
  addS3Errors(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  const gate = s3Gate(deps)
  const handlers = handlersOf(deps)
  const postObject = s3Post(deps)
  const handle = (entered: S3Entered | FormEntered, request: FastifyRequest, reply: FastifyReply) => {
    if ('secretOf' in entered) return postObject(entered, request, reply)
    const s3Request = toS3Request(entered, request)
    const operation = operationOf(targetOf(s3Request), request.method, Object.keys(s3Request.query))
    mustBeSupported(request.headers)
    return handlers[operation](s3Request, reply)
  }
  for (const path of [`${BASE}/s3`, `${BASE}/s3/*`] as const)
    mountRaw(
      app,
      { method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'], path, summary: 'The S3 protocol' },
      gate,
      handle,
    )
}

/** The handler of each operation. */
function handlersOf(deps: Deps): Record<S3Operation, Handler> {
  const buckets = s3Buckets(deps)
  const objects = s3Objects(deps)
  const multipart = s3Multipart(deps)
  const xml =
    (call: (s3Request: S3Request, reply: FastifyReply) => Promise<[string, Xml]>): Handler =>
    async (s3Request, reply) => {
      const [root, content] = await call(s3Request, reply)
      return reply.type('application/xml').send(xmlDocument(root, content))
    }
  const empty =
    (status: number, call: (s3Request: S3Request) => Promise<unknown>): Handler =>
    async (s3Request, reply) => {
      await call(s3Request)
      return reply.code(status).send()
    }
  return {
    'service GET': xml(buckets.list),
    'bucket GET': xml(buckets.listObjects),
    'bucket GET location': xml(buckets.location),
    'bucket GET uploads': xml(multipart.list),
    'bucket GET versioning': xml(buckets.versioning),
    'bucket HEAD': async (s3Request, reply) => {
      await buckets.find(s3Request)
      return reply.header('x-amz-bucket-region', s3Request.project.region).send()
    },
    'bucket PUT': async (s3Request, reply) =>
      reply.header('location', await buckets.create(s3Request)).send(),
    'bucket DELETE': empty(204, buckets.remove),
    'bucket POST delete': xml(buckets.deleteObjects),
    'object GET': objects.send,
    'object GET attributes': xml(objects.attributes),
    'object GET partNumber': objects.send,
    'object GET tagging': xml(objects.tags),
    'object GET uploadId': xml(multipart.listParts),
    'object HEAD': objects.send,
    'object HEAD partNumber': objects.send,
    'object PUT': (s3Request, reply) =>
      isCopy(s3Request) ? xml(objects.copy)(s3Request, reply) : objects.put(s3Request, reply),
    'object PUT partNumber uploadId': async (s3Request, reply) =>
      isCopy(s3Request)
        ? xml(multipart.copyPart)(s3Request, reply)
        : reply.header('etag', await multipart.uploadPart(s3Request)).send(),
    'object PUT tagging': empty(200, async (s3Request) =>
      objects.setTags(s3Request, await objects.readTags(s3Request)),
    ),
    'object POST uploadId': xml(multipart.complete),
    'object POST uploads': xml(multipart.create),
    'object DELETE': empty(204, objects.remove),
    'object DELETE tagging': empty(204, (s3Request) => objects.setTags(s3Request)),
    'object DELETE uploadId': empty(204, multipart.abort),
  }
}

const isCopy = ({ request }: S3Request) => header(request, 'x-amz-copy-source') !== undefined

/** Error reasons with another code in S3. */
const S3_CODES: Readonly<Record<string, string>> = { ResourceNotEmpty: 'BucketNotEmpty' }

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
        Code: S3_CODES[reason] ?? reason,
        Message: known.message,
        Resource: request.url.split('?')[0],
        RequestId: request.id,
      }),
    )
  })
}
