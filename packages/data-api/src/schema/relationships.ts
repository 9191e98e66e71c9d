import { DataApiError } from '../data-api-error.ts'
import type { EmbedItem } from '../syntax-tree.ts'
import { nearestName } from './nearest-name.ts'
import type { Reference, Relation, Routine } from './schema.ts'
import type { SchemaCache } from './schema-cache.ts'

/** A relationship between two relations. */
export type Relationship =
  | {
      readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one'
      readonly target: Relation
      readonly reference: Reference
      readonly isForward: boolean
    }
  | {
      readonly kind: 'many-to-many'
      readonly target: Relation
      readonly junction: Relation
      readonly near: Reference
      readonly far: Reference
    }
  | { readonly kind: 'computed'; readonly target: Relation; readonly routine: Routine }

/** Whether a row is related to at most one row of the target. */
export const isToOne = (one: Relationship) =>
  one.kind === 'computed'
    ? one.routine.returns.isSingle
    : one.kind === 'many-to-one' || one.kind === 'one-to-one'

type Requested = Pick<EmbedItem, 'name' | 'hint'>

/**
 * Resolves an embedding to its relationship. Throws PGRST200 when there is none, and PGRST201 with the possible hints when
 * there are several.
 */
export function findRelationship(
  cache: SchemaCache,
  schema: string,
  source: Relation,
  requested: Requested,
): Relationship {
  const found = candidates(cache, schema, source, requested)
  if (found.length > 1) throw ambiguous(source, requested, found)
  if (found[0]) return found[0]
  throw missing(cache, schema, source, requested)
}

function candidates(
  cache: SchemaCache,
  schema: string,
  source: Relation,
  { name, hint }: Requested,
): Relationship[] {
  const computed = cache.routines(schema, name).flatMap((routine): Relationship[] => {
    const target =
      routine.returns.relation === undefined ? undefined : cache.relationOf(routine.returns.relation)
    return target && routine.of === source.oid ? [{ kind: 'computed', target, routine }] : []
  })
  if (computed.length > 0 && hint === undefined) return computed
  const forward = cache
    .referencesFrom(source)
    .filter((reference) => reference.to.schema === schema && isMeantForward(reference, name, hint))
    .map(
      (reference): Relationship => ({
        kind: reference.isUnique ? 'one-to-one' : 'many-to-one',
        target: reference.to,
        reference,
        isForward: true,
      }),
    )
  const backward = cache
    .referencesTo(source)
    .filter((reference) => reference.from.schema === schema && isMeantBackward(reference, name, hint))
    .map(
      (reference): Relationship => ({
        kind: reference.isUnique ? 'one-to-one' : 'one-to-many',
        target: reference.from,
        reference,
        isForward: false,
      }),
    )
  const direct = preferTables(withoutDuplicates([...forward, ...backward]))
  return [...direct, ...manyToMany(cache, schema, source, { name, hint })]
}

/** In a table that references itself, its name means a row's children, and the column's name its parent. */
const isSelf = (reference: Reference) => reference.from === reference.to

/** Whether the request names the referenced row: by its table, the foreign key or the key's only column. */
function isMeantForward(reference: Reference, name: string, hint: string | undefined) {
  const { constraint, fromColumns, toColumns, to } = reference
  if (isOnly(fromColumns, name))
    return hint === undefined || hint === constraint || hint === to.name || isOnly(toColumns, hint)
  if (isSelf(reference) || ![to.name, constraint].includes(name)) return false
  return hint === undefined || hint === constraint || isOnly(fromColumns, hint) || isOnly(toColumns, hint)
}

/** Whether the request names the referencing rows. */
function isMeantBackward(reference: Reference, name: string, hint: string | undefined) {
  const { constraint, fromColumns, toColumns, from } = reference
  if (![from.name, constraint].includes(name)) return false
  if (hint === undefined || hint === constraint || isOnly(fromColumns, hint)) return true
  return isOnly(toColumns, hint) && !isSelf(reference)
}

/** A view that selects a column twice has the same relationship for each name: the first is used. */
const withoutDuplicates = (found: readonly Relationship[]) =>
  found.filter(
    (one, place) =>
      one.kind === 'computed' ||
      one.kind === 'many-to-many' ||
      !found
        .slice(0, place)
        .some(
          (other) =>
            'reference' in other &&
            other.target === one.target &&
            other.isForward === one.isForward &&
            other.reference.constraint === one.reference.constraint,
        ),
  )

function manyToMany(
  cache: SchemaCache,
  schema: string,
  source: Relation,
  { name, hint }: Requested,
): Relationship[] {
  const found: Extract<Relationship, { kind: 'many-to-many' }>[] = []
  for (const near of cache.referencesTo(source)) {
    const junction = near.from
    // No request could name a junction in a schema that is not exposed.
    if (!cache.isExposed(junction.schema)) continue
    for (const far of cache.referencesFrom(junction)) {
      const isSame = far.constraint === near.constraint
      if (isSame || far.to.name !== name || far.to.schema !== schema) continue
      if (hint !== undefined && ![junction.name, near.constraint, far.constraint].includes(hint)) continue
      // A junction table has both foreign keys in its primary key.
      const columns = [...near.fromColumns, ...far.fromColumns]
      const isDuplicate = found.some(
        (one) =>
          one.junction === junction &&
          one.near.constraint === near.constraint &&
          one.far.constraint === far.constraint,
      )
      if (!isDuplicate && columns.every((column) => junction.primaryKey.includes(column)))
        found.push({ kind: 'many-to-many', target: far.to, junction, near, far })
    }
  }
  // A view of a junction table leads to the same rows.
  const tables = found.filter(({ junction }) => junction.kind === 'table')
  return tables.length > 0 && hint === undefined ? tables : found
}

const isOnly = (columns: readonly string[], name: string) => columns.length === 1 && columns[0] === name

/** A constraint or column identifies one relationship, even if views expose it too. */
function preferTables(found: Relationship[]): Relationship[] {
  if (found.length < 2) return found
  const tables = found.filter(({ target }) => target.kind === 'table')
  const targets = new Set(found.map(({ target }) => target))
  return tables.length > 0 && targets.size > 1 ? tables : found
}

function missing(cache: SchemaCache, schema: string, source: Relation, { name, hint }: Requested) {
  const near = [
    ...cache.referencesFrom(source).map(({ to }) => to.name),
    ...cache.referencesTo(source).map(({ from }) => from.name),
  ]
  const nearest =
    nearestName(name, near) ??
    nearestName(
      name,
      cache.relationsIn(schema).map(({ name }) => name),
    )
  return new DataApiError(
    'PGRST200',
    `Could not find a relationship between '${source.name}' and '${name}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${source.name}' and '${name}'` +
        `${hint === undefined ? '' : ` using the hint '${hint}'`} in the schema '${schema}', but no matches were found.`,
      hint:
        nearest !== undefined && nearest !== name
          ? `Perhaps you meant '${nearest}' instead of '${name}'.`
          : null,
    },
  )
}

function ambiguous(source: Relation, { name }: Requested, found: readonly Relationship[]) {
  return new DataApiError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source.name}' and '${name}'`,
    {
      details: found.map((one) => ({
        cardinality: one.kind,
        embedding: `${source.name} with ${one.target.name}`,
        relationship: describe(one),
      })),
      hint: `Try changing '${name}' to one of the following: ${found
        .map((one) => `'${name}!${choice(one)}'`)
        .join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

const choice = (one: Relationship) => {
  if (one.kind === 'many-to-many') return one.junction.name
  return one.kind === 'computed' ? one.routine.name : one.reference.constraint
}

/** Describes a reference from the requesting relation to the requested one. */
const ends = (
  { constraint, from, fromColumns, to, toColumns }: Reference,
  { isForward }: { isForward: boolean },
) => {
  const referring = `${from.name}(${fromColumns.join(', ')})`
  const referred = `${to.name}(${toColumns.join(', ')})`
  const [first, second] = isForward ? [referring, referred] : [referred, referring]
  return `${constraint} using ${first} and ${second}`
}

function describe(one: Relationship): string {
  if (one.kind === 'computed') return `the function ${one.routine.name}`
  if (one.kind !== 'many-to-many') return ends(one.reference, one)
  const { junction, near, far } = one
  return `${junction.name} using ${near.constraint}(${near.fromColumns.join(', ')}) and ${far.constraint}(${far.fromColumns.join(', ')})`
}
