import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '../../../http/error-edge.ts'
import { mountRaw } from '../../../http/mount-raw.ts'
import { BASE, header } from '../request-parts.ts'
import type { Storage } from '../storage.service.ts'
import { toStorageError } from '../storage-error.ts'
import { s3Buckets } from './s3-buckets.ts'
import { type FormEntered, type S3Entered, s3Gate } from './s3-gate.ts'
import { s3Multipart } from './s3-multipart.ts'
import { s3Objects } from './s3-objects.ts'
import { mustBeOffered, operationOf, type S3Operation } from './s3-operations.ts'
import { s3Post } from './s3-post.ts'
import { type S3Request, s3Request, targetOf } from './s3-request.ts'
import { type Xml, xmlDocument } from './xml.ts'

type Deps = Storage & Parameters<typeof s3Gate>[0]

type Call = (asked: S3Request, reply: FastifyReply) => Promise<unknown>

/** The S3 protocol, with buckets in the path. */
export const s3Routes = (deps: Deps) => async (app: FastifyInstance) => {
  addS3Errors(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  const gate = s3Gate(deps)
  const calls = callsOf(deps)
  const postObject = s3Post(deps)
  const answer = (entered: S3Entered | FormEntered, request: FastifyRequest, reply: FastifyReply) => {
    if ('secretOf' in entered) return postObject(entered, request, reply)
    const asked = s3Request(entered, request)
    const operation = operationOf(targetOf(asked), request.method, Object.keys(asked.query))
    mustBeOffered(request.headers)
    return calls[operation](asked, reply)
  }
  for (const path of [`${BASE}/s3`, `${BASE}/s3/*`] as const)
    mountRaw(
      app,
      { method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'], path, summary: 'The S3 protocol' },
      gate,
      answer,
    )
}

/** The handler of each operation. */
function callsOf(deps: Deps): Record<S3Operation, Call> {
  const buckets = s3Buckets(deps)
  const objects = s3Objects(deps)
  const multipart = s3Multipart(deps)
  const xml =
    (call: (asked: S3Request, reply: FastifyReply) => Promise<[string, Xml]>): Call =>
    async (asked, reply) => {
      const [root, content] = await call(asked, reply)
      return reply.type('application/xml').send(xmlDocument(root, content))
    }
  const empty =
    (status: number, call: (asked: S3Request) => Promise<unknown>): Call =>
    async (asked, reply) => {
      await call(asked)
      return reply.code(status).send()
    }
  return {
    'service GET': xml(buckets.list),
    'bucket GET': xml(buckets.listObjects),
    'bucket GET location': xml(buckets.location),
    'bucket GET uploads': xml(multipart.list),
    'bucket GET versioning': xml(buckets.versioning),
    'bucket HEAD': async (asked, reply) => {
      await buckets.find(asked)
      return reply.header('x-amz-bucket-region', asked.project.region).send()
    },
    'bucket PUT': async (asked, reply) => reply.header('location', await buckets.create(asked)).send(),
    'bucket DELETE': empty(204, buckets.remove),
    'bucket POST delete': xml(buckets.deleteObjects),
    'object GET': objects.send,
    'object GET attributes': xml(objects.attributes),
    'object GET partNumber': objects.send,
    'object GET tagging': xml(objects.tags),
    'object GET uploadId': xml(multipart.listParts),
    'object HEAD': objects.send,
    'object HEAD partNumber': objects.send,
    'object PUT': (asked, reply) =>
      isCopy(asked) ? xml(objects.copy)(asked, reply) : objects.put(asked, reply),
    'object PUT partNumber uploadId': async (asked, reply) =>
      isCopy(asked)
        ? xml(multipart.copyPart)(asked, reply)
        : reply.header('etag', await multipart.uploadPart(asked)).send(),
    'object PUT tagging': empty(200, async (asked) => objects.setTags(asked, await objects.readTags(asked))),
    'object POST uploadId': xml(multipart.complete),
    'object POST uploads': xml(multipart.create),
    'object DELETE': empty(204, objects.remove),
    'object DELETE tagging': empty(204, (asked) => objects.setTags(asked)),
    'object DELETE uploadId': empty(204, multipart.abort),
  }
}

const isCopy = ({ request }: S3Request) => header(request, 'x-amz-copy-source') !== undefined

/** Refusals for which S3 has another code. */
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
