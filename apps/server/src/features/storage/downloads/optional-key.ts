import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiCaller, ApiGates } from '../../../http/api-gates.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Gate } from '../../../http/gate.ts'
import type { ReadableObjects } from '../objects/readable-objects.ts'
import { addressIn } from '../request-parts.ts'
import { isReason } from '../storage-error.ts'

/** A caller with a key, or the reason why the key was refused. */
export type MaybeCaller = { project: Project } & ({ caller: ApiCaller } | { refusal: AppError })

/** Also admits callers without a valid key, who may read from public buckets. */
export const optionalKey = (gates: ApiGates): Gate<MaybeCaller> => ({
  admits: 'anyone',
  async enter(request) {
    try {
      return await gates.key.enter(request)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unauthenticated') throw error
      return { ...(await gates.anyone.enter(request)), refusal: error }
    }
  },
})

/** The object a request names, if the caller may read it. Throws NoSuchKey, NoSuchBucket, or the refusal of the key. */
export async function objectFor(readable: ReadableObjects, entered: MaybeCaller, request: FastifyRequest) {
  const { ref } = entered.project
  const address = addressIn(request)
  if ('caller' in entered) return readable.find(ref, entered.caller, address)
  const { refusal } = entered
  return readable.findPublic(ref, address).catch((error) => {
    const isWithoutKey = refusal.options.details?.reason === 'NoApiKey'
    throw isReason(error, 'NoSuchBucket') && !isWithoutKey ? refusal : error
  })
}
