import { type CatalogRows, catalogQueries } from '@basalt/catalog/data-api/schema-rows.ts'
import { isExposable } from '@basalt/contract/data-api-settings/data-api-settings.rules.ts'
import type { ApiConfig } from '@basalt/data-api/schema/api-config.ts'
import { apiConfigIn, buildSchema } from '@basalt/data-api/schema/build-schema.ts'
import type { SchemaCache } from '@basalt/data-api/schema/schema-cache.ts'
import type { MaybePromise } from '../../platform/maybe-promise.ts'
import type { ApiConnections, Transaction } from '../../platform/project-databases/api-connections.ts'
import { AUTHENTICATOR_ROLE } from '../../platform/project-databases/database-roles.ts'
import { CACHE_IDLE_MS, RETAINED_CACHES_MAX, SCHEMA_CHANNEL } from './data-api.rules.ts'

interface Deps {
  databases: ApiConnections
  onError(error: unknown, ref: string): void
}

type Listener = Awaited<ReturnType<ApiConnections['listen']>>

/** A schema cache that is retained without a listening connection. */
interface RetainedCache {
  schemas: readonly string[]
  cache: SchemaCache
  /** The database's newest write at that time; while it is the same, nothing can have changed. */
  newestWrite: string
}

interface Entry {
  /** The exposed schemas that it was read for. */
  schemas: readonly string[]
  current: MaybePromise<SchemaCache>
  listener: Promise<Listener>
  /** A new object after each change. */
  version: object
  /** Whether a change was reported while the catalog was being read, so that the result may lack it. */
  isStale: boolean
  isLoading: boolean
  idle: NodeJS.Timeout
}

export type SchemaCaches = ReturnType<typeof schemaCaches>

/**
 * The schema caches of projects' databases. The first request waits until the catalog is read; after a change, the old
 * cache serves requests until the new one is ready. The cache of an idle or sleeping database is retained without a
 * connection, and is still valid if nothing has been written since.
 */
export function schemaCaches({ databases, onError }: Deps) {
  const entries = new Map<string, Entry>()
  /** The least recently used comes first. */
  const retained = new Map<string, RetainedCache>()

  const open = (ref: string, schemas: readonly string[]): Entry => {
    const entry: Entry = {
      schemas,
      version: {},
      isStale: false,
      isLoading: true,
      idle: setTimeout(() => void retain(ref, entry), CACHE_IDLE_MS).unref(),
      // Listen before reading, so that no change in between is missed.
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
    const known = retained.get(ref)
    retained.delete(ref)
    const first = entry.listener.then(async (listener) => {
      const isCurrent =
        known && areSame(known.schemas, schemas) && (await listener.newestWrite()) === known.newestWrite
      if (!isCurrent) return load(databases, ref, schemas)
      // Reload in the background anyway: a change may have been notified just before the listener stopped.
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

  /** Closes the connection and retains the cache. */
  const retain = async (ref: string, entry: Entry) => {
    clearTimeout(entry.idle)
    if (entries.get(ref) === entry) entries.delete(ref)
    try {
      const [listener, cache] = await Promise.all([entry.listener, entry.current])
      const newestWrite = await listener.newestWrite()
      await listener.stop()
      if (entry.isStale || entry.isLoading || entries.has(ref)) return
      retained.set(ref, { schemas: entry.schemas, cache, newestWrite })
      for (const oldest of retained.keys())
        if (retained.size > RETAINED_CACHES_MAX) retained.delete(oldest)
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

  /** Called before a project's database stops. */
  const close = async (ref: string) => {
    const entry = entries.get(ref)
    if (entry) await retain(ref, entry)
  }

  return {
    /** The current schema cache. Throws `instance_unavailable` when the database does not respond. */
    of: (ref: string, schemas: readonly string[]): MaybePromise<SchemaCache> => entryOf(ref, schemas).current,

    /**
     * A token for the current schema: the same object until something changes, to key values derived from the schema.
     * Reflects every change committed before the call. Throws like `of`.
     */
    async version(ref: string, schemas: readonly string[]): Promise<object> {
      const entry = entryOf(ref, schemas)
      await (await entry.listener).caughtUp()
      return entry.version
    },

    close,

    /** Called after a project is deleted. */
    forget: (ref: string) => void retained.delete(ref),

    async closeAll() {
      await Promise.all([...entries.keys()].map(close))
    },
  }
}

/** Cheap in the usual case: cached settings return the same list each time. */
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

/** Reads the catalog. Needs an empty search path, so that type names are qualified. */
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
