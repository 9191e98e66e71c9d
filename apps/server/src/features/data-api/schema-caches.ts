import { type CatalogRows, catalogQueries } from '@basalt/catalog/data-api/schema-rows.ts'
import { isExposable } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import type { ApiConfig } from '@basalt/data-api/schema/api-config.ts'
import { buildSchema, apiConfigIn } from '@basalt/data-api/schema/build-schema.ts'
import type { SchemaCache } from '@basalt/data-api/schema/schema-cache.ts'
import type { ApiConnections, Transaction } from '../../platform/project-databases/api-connections.ts'
import { AUTHENTICATOR_ROLE } from '../../platform/project-databases/database-roles.ts'
import type { Soon } from '../../platform/soon.ts'
import { CACHE_IDLE_MS, RESTING_CACHES_MAX, SCHEMA_CHANNEL } from './data-api.rules.ts'

interface Deps {
  databases: ApiConnections
  onError(error: unknown, ref: string): void
}

type Listener = Awaited<ReturnType<ApiConnections['listen']>>

/** What was known when nobody listened any longer. */
interface Resting {
  schemas: readonly string[]
  cache: SchemaCache
  /** While this is the newest, nothing can have changed. */
  newestWrite: string
}

interface Entry {
  /** Exposed schemas it was read for. */
  schemas: readonly string[]
  current: Soon<SchemaCache>
  listener: Promise<Listener>
  /** Another object after each change. */
  version: object
  /** A change came while the catalog was being read: what is read may be without it. */
  isStale: boolean
  isLoading: boolean
  idle: NodeJS.Timeout
}

export type SchemaCaches = ReturnType<typeof schemaCaches>

/**
 * What is known of projects' databases. The first request to one waits until its catalog is read; when it changes, the
 * old knowledge answers until the new is there. Of a database that nobody asks, or that sleeps, it is kept without a
 * connection, and holds on if nothing at all has been written since.
 */
export function schemaCaches({ databases, onError }: Deps) {
  const entries = new Map<string, Entry>()
  /** The one kept longest comes first. */
  const resting = new Map<string, Resting>()

  const open = (ref: string, schemas: readonly string[]): Entry => {
    const entry: Entry = {
      schemas,
      version: {},
      isStale: false,
      isLoading: true,
      idle: setTimeout(() => void rest(ref, entry), CACHE_IDLE_MS).unref(),
      // It listens before it reads, so that no change is missed between the two.
      listener: databases.listen(
        ref,
        SCHEMA_CHANNEL,
        () => {
          entry.version = {}
          reload(ref, entry, schemas)
        },
        () => drop(ref, entry),
      ),
      current: Promise.resolve(undefined as never),
    }
    const known = resting.get(ref)
    resting.delete(ref)
    const first = entry.listener.then(async (listener) => {
      const holdsOn =
        known && areSame(known.schemas, schemas) && (await listener.newestWrite()) === known.newestWrite
      if (!holdsOn) return load(databases, ref, schemas)
      // Read again all the same, but not waited for: a change may have been told of in the very moment of going to rest.
      entry.isStale = true
      return known.cache
    })
    entry.current = first
    first.then(
      (cache) => {
        entry.current = cache
        entry.isLoading = false
        if (entry.isStale) reload(ref, entry, schemas)
      },
      () => drop(ref, entry),
    )
    entries.set(ref, entry)
    return entry
  }

  const reload = (ref: string, entry: Entry, schemas: readonly string[]) => {
    entry.isStale = true
    if (entry.isLoading) return
    entry.isLoading = true
    entry.isStale = false
    load(databases, ref, schemas)
      .then(
        (cache) => {
          entry.current = cache
        },
        (error) => {
          onError(error, ref)
          drop(ref, entry)
        },
      )
      .finally(() => {
        entry.isLoading = false
        if (entry.isStale && entries.get(ref) === entry) reload(ref, entry, schemas)
      })
  }

  /** Lets the connection go and keeps what is known. */
  const rest = async (ref: string, entry: Entry) => {
    clearTimeout(entry.idle)
    if (entries.get(ref) === entry) entries.delete(ref)
    try {
      const [listener, cache] = await Promise.all([entry.listener, entry.current])
      const newestWrite = await listener.newestWrite()
      await listener.stop()
      if (entry.isStale || entry.isLoading || entries.has(ref)) return
      resting.set(ref, { schemas: entry.schemas, cache, newestWrite })
      for (const oldest of resting.keys())
        if (resting.size > RESTING_CACHES_MAX) resting.delete(oldest)
        else break
    } catch {
      drop(ref, entry)
    }
  }

  const drop = (ref: string, entry: Entry) => {
    clearTimeout(entry.idle)
    if (entries.get(ref) === entry) entries.delete(ref)
    entry.listener.then(
      ({ stop }) => stop(),
      () => undefined,
    )
  }

  const entryOf = (ref: string, schemas: readonly string[]) => {
    const known = entries.get(ref)
    if (known && !areSame(known.schemas, schemas)) drop(ref, known)
    const entry = entries.get(ref) ?? open(ref, schemas)
    entry.idle.refresh()
    return entry
  }

  /** Of a database that is about to stop. */
  const close = async (ref: string) => {
    const entry = entries.get(ref)
    if (entry) await rest(ref, entry)
  }

  return {
    /** Throws `instance_unavailable` when the database does not answer. */
    of: (ref: string, schemas: readonly string[]): Soon<SchemaCache> => entryOf(ref, schemas).current,

    /**
     * What stands for the schema as it is now: the same object until something changes, so that what is made of the
     * schema can be kept with it. Every change that was made before is counted. Throws like `of`.
     */
    async version(ref: string, schemas: readonly string[]): Promise<object> {
      const entry = entryOf(ref, schemas)
      await (await entry.listener).caughtUp()
      return entry.version
    },

    close,

    /** Of a project that is gone. */
    forget: (ref: string) => void resting.delete(ref),

    async closeAll() {
      await Promise.all([...entries.keys()].map(close))
    },
  }
}

/** The settings that are kept in memory bring the same list each time. */
const areSame = (one: readonly string[], other: readonly string[]) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

async function load(
  databases: ApiConnections,
  ref: string,
  schemas: readonly string[],
): Promise<SchemaCache> {
  const reader = { role: AUTHENTICATOR_ROLE, claims: {}, settings: { search_path: '' } }
  return databases.transaction(ref, reader, (transaction) => readSchema(transaction, schemas))
}

/** Reads the catalog; the names of types are whole only with an empty search path. */
async function readSchema(transaction: Transaction, schemas: readonly string[]): Promise<SchemaCache> {
  const rows = async <K extends keyof CatalogRows>(name: K, values: unknown[] = []) =>
    (await transaction.query(catalogQueries[name], values)).rows as CatalogRows[K]
  const roles = await rows('roles')
  const exposed = exposedBy(apiConfigIn(roles), schemas)
  const catalog: CatalogRows = {
    roles,
    relations: await rows('relations'),
    keys: await rows('keys'),
    references: await rows('references'),
    views: await rows('views'),
    routines: await rows('routines', [exposed]),
    casts: await rows('casts'),
    handlers: await rows('handlers'),
  }
  return buildSchema(catalog, exposed)
}

/** The database's own settings override the project's, unless they would expose internal schemas. */
const exposedBy = ({ schemas }: ApiConfig, chosen: readonly string[]) => {
  const exposable = schemas?.filter(isExposable) ?? []
  return exposable.length > 0 ? exposable : chosen
}
