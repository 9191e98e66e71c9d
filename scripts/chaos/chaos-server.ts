import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AnyEndpoint, Input } from '@basalt/contract/endpoint.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { freePort } from '@basalt/testing/free-port.ts'
import { type RealServer, startServer } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { type Caller, call, signedIn } from '../api-client.ts'

const OWNER = { BASALT_OWNER_EMAIL: 'owner@example.com', BASALT_OWNER_PASSWORD: 'correct horse battery' }
const HEALTHY_LIMIT_MS = 120_000
/** A call that takes longer than this counts as failed. */
const CALL_LIMIT_MS = 30_000

export type ChaosServer = Awaited<ReturnType<typeof startChaosServer>>

/** A server on a data directory, with projects that record in a ledger what the server confirmed as written. */
export async function startChaosServer(
  dataDir: string,
  projects: number,
  environment: Record<string, string> = {},
) {
  const settings = {
    ...OWNER,
    ...environment,
    BASALT_SESSION_POOLER_PORT: String(await freePort()),
    BASALT_TRANSACTION_POOLER_PORT: String(await freePort()),
  }
  let server: RealServer = await startServer(dataDir, settings)
  const { port, origin } = server
  let owner: Caller = await signedIn({ origin }, OWNER.BASALT_OWNER_EMAIL, OWNER.BASALT_OWNER_PASSWORD)
  const { slug } = await call(owner, createOrganization, { body: { name: 'Chaos' } })
  const refs: string[] = []
  for (let number = 1; number <= projects; number++)
    refs.push(
      (await call(owner, createProject, { body: { organization_slug: slug, name: `Project ${number}` } }))
        .ref,
    )

  const statusOf = async (ref: string) => (await limited(call(owner, getProject, { params: { ref } }))).status
  const query = (ref: string, text: string) =>
    limited(call(owner, runQuery, { params: { ref }, query: {}, body: { query: text } }))
  const whenHealthy = (ref: string) =>
    waitFor(async () => (await statusOf(ref)) === 'ACTIVE_HEALTHY', { timeoutMs: HEALTHY_LIMIT_MS })

  for (const ref of refs) {
    await whenHealthy(ref)
    await query(ref, 'create table ledger (entry int primary key)')
  }
  /** Entries whose insert succeeded, by project. */
  const ledger = new Map(refs.map((ref) => [ref, [] as number[]]))
  let next = 0

  return {
    dataDir,
    refs,
    statusOf,
    query,
    whenHealthy,
    get process() {
      return server
    },
    /** Calls an endpoint as the owner. */
    call: <E extends AnyEndpoint>(endpoint: E, input: Input<E>) => limited(call(owner, endpoint, input)),

    /** Inserts an entry. Returns whether the server confirmed it. */
    async write(ref: string): Promise<boolean> {
      const entry = ++next
      const isWritten = await query(ref, `insert into ledger values (${entry})`).then(
        () => true,
        () => false,
      )
      if (isWritten) ledger.get(ref)!.push(entry)
      return isWritten
    },

    /** Entries that the server confirmed and that are missing. */
    async lostEntries(ref: string): Promise<number[]> {
      const rows = (await query(ref, 'select entry from ledger')) as { entry: number }[]
      const stored = new Set(rows.map(({ entry }) => entry))
      return ledger.get(ref)!.filter((entry) => !stored.has(entry))
    },

    /** Restarts a server that was killed, on the same port. */
    async restart() {
      server = await startServer(dataDir, settings, port)
      owner = await signedIn({ origin }, OWNER.BASALT_OWNER_EMAIL, OWNER.BASALT_OWNER_PASSWORD)
    },
  }
}

/** Rejects when a response takes too long. */
async function limited<T>(response: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CALL_LIMIT_MS / 1000} s`)), CALL_LIMIT_MS)
  })
  return Promise.race([response, timeout]).finally(() => clearTimeout(timer))
}

/** The process id of an instance's postmaster below the data directory; undefined while there is none. */
export function postmasterOf(dataDir: string, kind: 'metadata' | { ref: string }): number | undefined {
  const folder =
    kind === 'metadata' ? ['metadata', 'instances', 'metadata'] : ['instances', 'instances', kind.ref]
  try {
    const text = readFileSync(path.join(dataDir, ...folder, 'data', 'postmaster.pid'), 'utf8')
    return Number(text.split('\n')[0]) || undefined
  } catch {
    return undefined
  }
}

/** The processes whose command line contains the data directory. Linux only. */
export const processesOn = (dataDir: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandLine(pid).includes(dataDir))

function commandLine(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
