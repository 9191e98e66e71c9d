import type { AppError } from '../../http/app-error.ts'
import type { ApiConnections } from '../../platform/project-databases/api-connections.ts'
import { readerKey } from '../../platform/project-databases/project-databases.ts'
import type { ChooseReadDatabase } from '../replicas/replicas.port.ts'
import type { ApiRequest } from './api-request.ts'
import type { ApiResponse } from './api-response.ts'
import { type Execute, executeAs } from './execute.ts'

interface Deps {
  /** Connections to primaries. */
  databases: ApiConnections
  /** Connections to read replicas. */
  replicas: ApiConnections
  choose: ChooseReadDatabase
}

/** The identifier of the database that answered. */
const DATABASE_HEADER = 'basalt-database'
/** Why the primary answered a request that prefers a replica. */
const FALLBACK_HEADER = 'basalt-read-fallback'

const READING = ['GET', 'HEAD']

/** SQLSTATE of a query that was in the way of what a replica had to replay. */
const IN_THE_WAY = '40001'

/**
 * Answers a request on the database that it prefers. Reads that prefer a replica go to one that is recent enough, and to
 * the primary when there is none or it fails; the headers of the response say which.
 */
export async function answerOn(
  { databases, replicas, choose }: Deps,
  request: ApiRequest,
  answer: (request: ApiRequest, execute: Execute) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { ref, caller, method, preferences } = request
  const onPrimary = () => answer(request, executeAs(databases, ref, caller))
  if (preferences.read === undefined || !READING.includes(method)) return onPrimary()
  const primary = async (reason?: string) =>
    saying(await onPrimary(), request, { kind: 'primary', identifier: ref, reason })
  if (preferences.read === 'primary') return primary()
  // A standby has no serializable transactions.
  if (caller.isolation === 'serializable') return primary('serializable')
  const chosen = await choose(ref, preferences.maxLag)
  if (!chosen.isReplica) return primary(chosen.reason)
  const { identifier } = chosen
  try {
    const execute = executeAs(replicas, readerKey(ref, identifier), caller)
    return saying(await answer(request, execute), request, { kind: 'replica', identifier })
  } catch (error) {
    if (!isOfReplica(error)) throw error
    return primary('replica-failed')
  }
}

/** Whether the primary may answer what a replica could not. Reads change nothing, so they may be repeated. */
const isOfReplica = (error: unknown) => {
  const { code } = error as { code?: AppError['code'] | string }
  return code === 'instance_unavailable' || code === IN_THE_WAY
}

function saying(
  { headers, ...response }: ApiResponse,
  { preferences: { maxLag } }: ApiRequest,
  {
    kind,
    identifier,
    reason,
  }: { kind: 'primary' | 'replica'; identifier: string; reason?: string | undefined },
): ApiResponse {
  const applied = [
    headers['preference-applied'] ?? [],
    `read=${kind}`,
    maxLag === undefined || kind === 'primary' ? [] : `max-lag=${maxLag}`,
  ].flat()
  return {
    ...response,
    headers: {
      ...headers,
      'preference-applied': applied.join(', '),
      [DATABASE_HEADER]: identifier,
      ...(reason !== undefined && { [FALLBACK_HEADER]: reason }),
    },
  }
}
