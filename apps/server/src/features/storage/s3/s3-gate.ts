import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiGates } from '../../../http/api-gates.ts'
import type { Gate } from '../../../http/gate.ts'
import { header } from '../request-parts.ts'
import type { CredentialStore } from '../settings/credentials.store.ts'
import type { StorageSettings } from '../settings/settings.store.ts'
import { storageError } from '../storage-error.ts'
import { type Claim, claimOf, isSignedWith, signingKey } from './sigv4.ts'

/** The clock skew that S3 allows. */
const SKEW_MS = 15 * 60 * 1000
const PRESIGNED_SECONDS_MAX = 7 * 24 * 60 * 60

export interface S3Entered {
  project: Project
  signing: { key: Buffer; claim: Claim }
}

/** The sender of a form (POST Object), whose credentials are in the body, which has not been read yet. */
export interface FormEntered {
  project: Project
  /** Undefined for an access key that the project does not have. */
  secretOf(accessKey: string): Promise<string | undefined>
}

interface Deps {
  gates: ApiGates
  credentials: CredentialStore
  settings: StorageSettings
  now: () => Date
}

/** Admits requests signed with an access key of the project (Signature Version 4), and forms, which are checked later. */
export function s3Gate({ gates, credentials, settings, now }: Deps): Gate<S3Entered | FormEntered> {
  const mustBeEnabled = async (ref: string) => {
    const { config } = await settings.of(ref)
    if (!config.features.s3Protocol.enabled) throw storageError('FeatureNotEnabled')
  }
  return {
    admits: 'signature',
    async enter(request) {
      const { project } = await gates.anyone.enter(request)
      const signed = signedRequest(request)
      const claim = claimOf(signed)
      if (!claim && isForm(request)) {
        await mustBeEnabled(project.ref)
        return { project, secretOf: (accessKey) => credentials.secretOf(project.ref, accessKey) }
      }
      if (!claim) throw storageError('AccessDenied', 'The request is not signed')
      mustBeRecent(claim, now())
      const secret = await credentials.secretOf(project.ref, claim.accessKey)
      if (secret === undefined) throw storageError('AccessDenied', 'The access key does not exist')
      if (!isSignedWith(secret, claim, signed)) throw storageError('SignatureDoesNotMatch')
      await mustBeEnabled(project.ref)
      return { project, signing: { key: signingKey(secret, claim.scope), claim } }
    },
  }
}

const isForm = (request: FastifyRequest) =>
  request.method === 'POST' && /^multipart\/form-data\b/i.test(header(request, 'content-type') ?? '')

/** A proxy may have changed host and path. X-Forwarded headers contain the originals. */
function signedRequest(request: FastifyRequest) {
  const first = (name: string) => header(request, name)?.split(',')[0]?.trim()
  const forwarded = first('x-forwarded-host')
  const port = first('x-forwarded-port')
  const hosts = [forwarded, forwarded && port ? `${forwarded}:${port}` : undefined, request.headers.host]
  return {
    method: request.method,
    url: `${first('x-forwarded-prefix') ?? ''}${request.raw.url ?? ''}`,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(',')]),
    ),
    hosts: hosts.flatMap((host) => host ?? []),
  }
}

function mustBeRecent({ time, expiresSeconds }: Claim, now: Date) {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time)!
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const age = now.getTime() - signedAt
  const isValid = expiresSeconds === null || (expiresSeconds > 0 && expiresSeconds <= PRESIGNED_SECONDS_MAX)
  if (!isValid) throw storageError('InvalidRequest', 'X-Amz-Expires must be between one second and a week')
  if (age < -SKEW_MS || Number.isNaN(age)) throw storageError('RequestTimeTooSkewed')
  if (expiresSeconds === null && age > SKEW_MS) throw storageError('RequestTimeTooSkewed')
  if (expiresSeconds !== null && age > expiresSeconds * 1000)
    throw storageError('ExpiredSignature', 'Request has expired')
}
