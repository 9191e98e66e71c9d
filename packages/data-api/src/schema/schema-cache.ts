import type { Reference, Relation, Routine } from './schema.ts'

const nameOf = (schema: string, name: string) => `${schema}\0${name}`

interface Parts {
  relations: readonly Relation[]
  references: readonly Reference[]
  routines: readonly Routine[]
  /** How many milliseconds a statement of a role may take, as `alter role` says it. */
  settings: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** What is known of a database, found by name. Nothing in it changes; a new one takes its place. */
export class SchemaCache {
  readonly settings: Parts['settings']
  private readonly byName = new Map<string, Relation>()
  private readonly byOid = new Map<number, Relation>()
  private readonly leaving = new Map<Relation, Reference[]>()
  private readonly coming = new Map<Relation, Reference[]>()
  private readonly routinesByName = new Map<string, Routine[]>()

  constructor({ relations, references, routines, settings }: Parts) {
    this.settings = settings
    for (const relation of relations) {
      this.byName.set(nameOf(relation.schema, relation.name), relation)
      this.byOid.set(relation.oid, relation)
    }
    for (const reference of references) {
      put(this.leaving, reference.from, reference)
      put(this.coming, reference.to, reference)
    }
    for (const routine of routines) put(this.routinesByName, nameOf(routine.schema, routine.name), routine)
  }

  relation(schema: string, name: string) {
    return this.byName.get(nameOf(schema, name))
  }

  relationOf(oid: number) {
    return this.byOid.get(oid)
  }

  relationsIn(schema: string): Relation[] {
    return [...this.byName.values()].filter((relation) => relation.schema === schema)
  }

  referencesFrom(relation: Relation): readonly Reference[] {
    return this.leaving.get(relation) ?? []
  }

  referencesTo(relation: Relation): readonly Reference[] {
    return this.coming.get(relation) ?? []
  }

  /** All of one name, whatever their arguments. */
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
