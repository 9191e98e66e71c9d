import type {
  CatalogueFunction,
  CatalogueRelation,
  SchemaCatalogue,
} from '@basalt/contract/query/catalogue.schema.ts'

/** The search path of the postgres role: names in these schemas need no qualifier. */
export const SEARCH_PATH = ['public', 'extensions', 'pg_catalog']

/** Indexes a schema catalogue by name. Built once for ten thousand tables, queried at every keystroke. */
export class CatalogueIndex {
  readonly schemas: readonly string[]
  readonly relations: readonly CatalogueRelation[]
  readonly functions: readonly CatalogueFunction[]
  readonly #relationsByName = new Map<string, CatalogueRelation[]>()
  readonly #functionsByName = new Map<string, CatalogueFunction[]>()

  constructor({ relations, functions }: SchemaCatalogue) {
    this.relations = relations
    this.functions = functions
    for (const relation of relations) put(this.#relationsByName, relation)
    for (const fn of functions) put(this.#functionsByName, fn)
    this.schemas = [...new Set([...relations, ...functions].map(({ schema }) => schema))].sort()
  }

  /** Resolves a relation by name; without a schema, the first on the search path. */
  relation(name: string, schema?: string): CatalogueRelation | undefined {
    const named = this.#relationsByName.get(name) ?? []
    if (schema !== undefined) return named.find((relation) => relation.schema === schema)
    return SEARCH_PATH.map((path) => named.find((relation) => relation.schema === path)).find(Boolean)
  }

  functionsNamed(name: string, schema?: string): readonly CatalogueFunction[] {
    const named = this.#functionsByName.get(name) ?? []
    return schema === undefined ? named : named.filter((fn) => fn.schema === schema)
  }

  /** Whether every function with this name is declared stable or immutable. False when there is none. */
  isHarmless(name: string, schema?: string): boolean {
    const named = this.functionsNamed(name, schema)
    return named.length > 0 && named.every(({ volatility }) => volatility !== 'v')
  }
}

const put = <T extends { name: string }>(byName: Map<string, T[]>, item: T) => {
  const others = byName.get(item.name)
  if (others) others.push(item)
  else byName.set(item.name, [item])
}
