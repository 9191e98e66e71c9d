import type { ApiConfig } from './api-config.ts'
import type { MediaHandler, Reference, Relation, Routine } from './schema.ts'

const nameOf = (schema: string, name: string) => `${schema}\0${name}`

interface Parts {
  relations: readonly Relation[]
  references: readonly Reference[]
  routines: readonly Routine[]
  /** Settings by role, as `alter role` sets them; names in lower case. */
  settings: ReadonlyMap<string, ReadonlyMap<string, string>>
  handlers: readonly MediaHandler[]
  config: ApiConfig
  exposed: readonly string[]
}

/** An immutable snapshot of a database's schema with lookups by name. Changes make a new one. */
export class SchemaCache {
  readonly settings: Parts['settings']
  readonly handlers: Parts['handlers']
  readonly config: ApiConfig
  /** The schemas whose tables, views and functions requests may use. */
  readonly exposed: readonly string[]
  private readonly byName = new Map<string, Relation>()
  private readonly byOid = new Map<number, Relation>()
  private readonly outgoing = new Map<Relation, Reference[]>()
  private readonly incoming = new Map<Relation, Reference[]>()
  private readonly routinesByName = new Map<string, Routine[]>()

  constructor({ relations, references, routines, settings, handlers, config, exposed }: Parts) {
    this.settings = settings
    this.handlers = handlers
    this.config = config
    this.exposed = exposed
    for (const relation of relations) {
      if (relation.kind !== 'composite type')
        this.byName.set(nameOf(relation.schema, relation.name), relation)
      this.byOid.set(relation.oid, relation)
    }
    for (const reference of references) {
      put(this.outgoing, reference.from, reference)
      put(this.incoming, reference.to, reference)
    }
    for (const routine of routines) put(this.routinesByName, nameOf(routine.schema, routine.name), routine)
  }

  relation(schema: string, name: string) {
    return this.byName.get(nameOf(schema, name))
  }

  isExposed(schema: string) {
    return this.exposed.includes(schema)
  }

  relationOf(oid: number) {
    return this.byOid.get(oid)
  }

  relationsIn(schema: string): Relation[] {
    return [...this.byName.values()].filter((relation) => relation.schema === schema)
  }

  referencesFrom(relation: Relation): readonly Reference[] {
    return this.outgoing.get(relation) ?? []
  }

  referencesTo(relation: Relation): readonly Reference[] {
    return this.incoming.get(relation) ?? []
  }

  /** All overloads of a name. */
  routines(schema: string, name: string): readonly Routine[] {
    return this.routinesByName.get(nameOf(schema, name)) ?? []
  }

  routinesIn(schema: string): Routine[] {
    return [...this.routinesByName.values()].flat().filter((routine) => routine.schema === schema)
  }
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V) {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
