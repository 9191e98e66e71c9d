import { DataApiError } from '../data-api-error.ts'
import type { EmbedItem } from '../syntax-tree.ts'
import { nearestName } from './nearest-name.ts'
import type { Reference, Relation, Routine } from './schema.ts'
import type { SchemaCache } from './schema-cache.ts'

/** How rows of one relation belong to rows of another. */
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

/** Whether a row has one of the target's at most. */
export const isToOne = (one: Relationship) =>
  one.kind === 'computed'
    ? one.routine.returns.isSingle
    : one.kind === 'many-to-one' || one.kind === 'one-to-one'

type Wanted = Pick<EmbedItem, 'name' | 'hint'>

/**
 * The one relationship that a request means. Throws PGRST200 when there is none and PGRST201 when there are several,
 * with what to write for each.
 */
export function findRelationship(
  cache: SchemaCache,
  schema: string,
  source: Relation,
  wanted: Wanted,
): Relationship {
  const found = candidates(cache, schema, source, wanted)
  if (found.length > 1) throw ambiguous(source, wanted, found)
  if (found[0]) return found[0]
  throw missing(cache, schema, source, wanted)
}

function candidates(
  cache: SchemaCache,
  schema: string,
  source: Relation,
  { name, hint }: Wanted,
): Relationship[] {
  const computed = cache.routines(schema, name).flatMap((routine): Relationship[] => {
    const target =
      routine.returns.relation === undefined ? undefined : cache.relationOf(routine.returns.relation)
    return target && routine.of === source.oid ? [{ kind: 'computed', target, routine }] : []
  })
  if (computed.length > 0 && hint === undefined) return computed
  const isSelf = (reference: Reference) => reference.from === reference.to
  const fitsHint = (reference: Reference, isForward: boolean) =>
    hint === undefined ||
    reference.constraint === hint ||
    // Of a table that refers to itself, the column alone names the parent; as a hint it asks for the children.
    (isOnly(reference.fromColumns, hint) && !(isForward && isSelf(reference))) ||
    (isOnly(reference.toColumns, hint) && !isSelf(reference))
  const forward = cache
    .referencesFrom(source)
    .filter((reference) => reference.to.schema === schema)
    .filter(
      (reference) =>
        (reference.to.name === name && fitsHint(reference, true)) ||
        (reference.constraint === name && fitsHint(reference, true)) ||
        (isOnly(reference.fromColumns, name) &&
          (hint === undefined || reference.constraint === hint || reference.to.name === hint)),
    )
    .map(
      (reference): Relationship => ({
        ...{
          kind: reference.isUnique ? 'one-to-one' : 'many-to-one',
          target: reference.to,
          reference,
          isForward: true,
        },
      }),
    )
  const backward = cache
    .referencesTo(source)
    .filter((reference) => reference.from.schema === schema)
    .filter(
      (reference) =>
        (reference.from.name === name || reference.constraint === name) && fitsHint(reference, false),
    )
    .map(
      (reference): Relationship => ({
        ...{
          kind: reference.isUnique ? 'one-to-one' : 'one-to-many',
          target: reference.from,
          reference,
          isForward: false,
        },
      }),
    )
  return preferTables([...forward, ...backward, ...manyToMany(cache, schema, source, { name, hint })])
}

function manyToMany(
  cache: SchemaCache,
  schema: string,
  source: Relation,
  { name, hint }: Wanted,
): Relationship[] {
  const found: Relationship[] = []
  for (const near of cache.referencesTo(source)) {
    const junction = near.from
    if (junction.kind !== 'table') continue
    for (const far of cache.referencesFrom(junction)) {
      if (far === near || far.to.name !== name || far.to.schema !== schema) continue
      if (hint !== undefined && ![junction.name, near.constraint, far.constraint].includes(hint)) continue
      // Only a table whose key is made of both says nothing but who belongs to whom.
      const columns = [...near.fromColumns, ...far.fromColumns]
      if (columns.every((column) => junction.primaryKey.includes(column)))
        found.push({ kind: 'many-to-many', target: far.to, junction, near, far })
    }
  }
  return found
}

const isOnly = (columns: readonly string[], name: string) => columns.length === 1 && columns[0] === name

/** A constraint or a column names one relationship, though views show it too. */
function preferTables(found: Relationship[]): Relationship[] {
  if (found.length < 2) return found
  const tables = found.filter(({ target }) => target.kind === 'table')
  const targets = new Set(found.map(({ target }) => target))
  return tables.length > 0 && targets.size > 1 ? tables : found
}

function missing(cache: SchemaCache, schema: string, source: Relation, { name, hint }: Wanted) {
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

function ambiguous(source: Relation, { name }: Wanted, found: readonly Relationship[]) {
  return new DataApiError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source.name}' and '${name}'`,
    {
      details: found.map((one) => ({
        cardinality: one.kind,
        embedding: `${source.name} with ${one.target.name}`,
        relationship: inWords(one),
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

const ends = ({ constraint, from, fromColumns, to, toColumns }: Reference) =>
  `${constraint} using ${from.name}(${fromColumns.join(', ')}) and ${to.name}(${toColumns.join(', ')})`

function inWords(one: Relationship): string {
  if (one.kind === 'computed') return `the function ${one.routine.name}`
  if (one.kind !== 'many-to-many') return ends(one.reference)
  const { junction, near, far } = one
  return `${junction.name} using ${near.constraint}(${near.fromColumns.join(', ')}) and ${far.constraint}(${far.fromColumns.join(', ')})`
}
