import type { FastifyReply, FastifyRequest } from 'fastify'
import { SERVICE } from '../../../platform/project-databases/database-caller.ts'
import type { StorageService } from '../storage.service.ts'
import { storageError } from '../storage-error.ts'
import { type IncomingForm, readForm } from '../uploads/incoming-upload.ts'
import { checkPolicy, type SizeRange } from './post-policy.ts'
import type { FormEntered } from './s3-gate.ts'
import { mustBeSupported } from './s3-operations.ts'
import { describedIn, type S3Fields } from './s3-request.ts'
import { isPolicySignedWith } from './sigv4.ts'
import { xmlDocument } from './xml.ts'

/** A placeholder in a key for the file name. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how S3 writes it.
const FILE_NAME = '${filename}'

type Deps = Pick<StorageService, 'uploads'> & { now: () => Date }

/** POST Object: a browser form uploads a file as allowed by a signed policy. */
export const s3Post =
  ({ uploads, now }: Deps) =>
  async ({ project: { ref }, secretOf }: FormEntered, request: FastifyRequest, reply: FastifyReply) => {
    const bucket = ((request.params as { '*'?: string })['*'] ?? '').replace(/\/$/, '')
    if (bucket === '' || bucket.includes('/'))
      throw storageError('InvalidRequest', 'A form must be posted to the URL of a bucket')
    const form = await readForm(request)
    try {
      const fields = lowerCased(form)
      const range = await allowedSize({ ...fields, bucket }, secretOf, now())
      mustBeSupported(fields)
      const acl = fields.acl ?? fields['x-amz-acl'] ?? 'private'
      if (acl !== 'private') throw storageError('NotImplemented', 'Access is controlled per bucket')
      const name = (fields.key ?? '').replaceAll(FILE_NAME, fileNameOf(form))
      const target = {
        ref,
        bucket,
        name,
        caller: SERVICE,
        owner: null,
        isUpsert: true,
        ...describedIn(fields),
      }
      const limit = Math.min(await uploads.admit(target, undefined), range.max)
      const { metadata } = await uploads.store(target, atLeast(form.body, range.min), limit)
      return respond(reply, fields, { bucket, name, eTag: metadata.eTag })
    } catch (error) {
      form.discard()
      throw error
    }
  }

/** Field names are case-insensitive. */
const lowerCased = ({ fields }: IncomingForm): S3Fields =>
  Object.fromEntries([...fields].map(([name, value]) => [name.toLowerCase(), value]))

const fileNameOf = ({ fileName = '' }: IncomingForm) => fileName.split(/[/\\]/).at(-1)!

/** Verifies the policy's signature and conditions. Returns the allowed file size. */
async function allowedSize(
  fields: S3Fields,
  secretOf: FormEntered['secretOf'],
  now: Date,
): Promise<SizeRange> {
  const { policy, 'x-amz-signature': signature, 'x-amz-credential': credential } = fields
  if (!policy || !signature || !credential || fields['x-amz-algorithm'] !== 'AWS4-HMAC-SHA256')
    throw storageError('AccessDenied', 'The form is not signed')
  const [accessKey = '', ...scope] = credential.split('/')
  const secret = await secretOf(accessKey)
  if (secret === undefined) throw storageError('AccessDenied', 'The access key does not exist')
  if (scope.length !== 4 || !isPolicySignedWith(secret, scope.join('/'), policy, signature))
    throw storageError('SignatureDoesNotMatch')
  return checkPolicy(policy, fields, now)
}

async function* atLeast(body: AsyncIterable<Uint8Array>, min: number) {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    yield chunk
  }
  if (size < min) throw storageError('EntityTooSmall')
}

interface Posted {
  bucket: string
  name: string
  eTag: string
}

/** Responds as requested by the form: a redirect, an empty response or, for 201, a document. */
function respond(reply: FastifyReply, fields: S3Fields, { bucket, name, eTag }: Posted) {
  const location = `/${bucket}/${name.split('/').map(encodeURIComponent).join('/')}`
  reply.header('etag', eTag)
  const redirect = fields.success_action_redirect ?? fields.redirect
  const target = redirect !== undefined && URL.canParse(redirect) ? new URL(redirect) : undefined
  if (target && /^https?:$/.test(target.protocol)) {
    for (const [parameter, value] of Object.entries({ bucket, key: name, etag: eTag }))
      target.searchParams.set(parameter, value)
    return reply.code(303).header('location', target.href).send()
  }
  const status = fields.success_action_status
  reply.header('location', location)
  if (status === '201')
    return reply
      .code(201)
      .type('application/xml')
      .send(xmlDocument('PostResponse', { Location: location, Bucket: bucket, Key: name, ETag: eTag }))
  return reply.code(status === '204' ? 204 : 200).send()
}
