import { quoteLiteral } from '@basalt/sql/quote.ts'
import { createRelation } from './create-relation.ts'
import { grantStatements } from './grant-statements.ts'
import { PARTITIONS_MAX, type RelationFacts } from './relation-facts.ts'
import { isSeparate, keyword, only } from './relation-words.ts'
import { createSequence, sequenceOwner } from './sequence-statements.ts'

/**
 * The SQL that creates a table or view as it is, with its partitions, from what `definitionFacts` returns. It can be run
 * in a database that has what it refers to: types, functions, other tables, roles.
 */
export function definition(relations: readonly RelationFacts[]): string {
  const shown = relations.slice(0, PARTITIONS_MAX)
  return scriptOf([
    ...shown.map(head),
    relations.length > shown.length ? `-- Further partitions are left out.` : '',
    ...shown.flatMap(creation),
    ...shown.flatMap(properties),
  ])
}

/**
 * The SQL that creates several tables as they are, from what `schemaFacts` returns. Foreign keys come last: the tables
 * may refer to each other.
 */
export function definitions(relations: readonly RelationFacts[]): string {
  const shared = sharedNotNullNames(relations)
  const withoutKeys = relations.map((relation) => ({
    ...relation,
    columns: relation.columns.map((column) => ({
      ...column,
      not_null: column.not_null && { ...column.not_null, is_name_shared: shared.has(column.not_null.raw) },
    })),
    constraints: relation.constraints.filter(({ kind }) => kind !== 'f'),
  }))
  return scriptOf([
    ...relations.map(head),
    ...withoutKeys.flatMap(creation),
    ...withoutKeys.flatMap(properties),
    ...relations.map(foreignKeys),
  ])
}

/** As after CREATE TABLE … (LIKE …), which gives the copy the names of the original. */
function sharedNotNullNames(relations: readonly RelationFacts[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const names = relations.flatMap(({ columns }) => columns.flatMap(({ not_null }) => not_null?.raw ?? []))
  return new Set(names.filter((name) => seen.has(name) || !seen.add(name)))
}

const scriptOf = (parts: readonly string[]) => {
  const script = parts.filter((part) => part !== '').join('\n\n')
  return script === '' ? '' : `${script}\n`
}

function foreignKeys({ kind, name, constraints }: RelationFacts): string {
  const keys = constraints.filter((constraint) => constraint.kind === 'f' && constraint.is_local)
  return lines([
    ...keys.map((key) => `ALTER ${keyword(kind)} ${name} ADD CONSTRAINT ${key.name} ${key.definition};`),
    ...keys.flatMap((key) =>
      key.comment === null
        ? []
        : [`COMMENT ON CONSTRAINT ${key.name} ON ${name} IS ${quoteLiteral(key.comment)};`],
    ),
  ])
}

/** What a definition cannot reproduce, as comments. */
function head({ name, owner, tablespace, indexes }: RelationFacts): string {
  return [
    `-- ${oneLine(name)} is owned by ${oneLine(owner)}. The role that runs this becomes the owner.`,
    ...(tablespace === null
      ? []
      : [`-- Its tablespace ${oneLine(tablespace)} is left out: another server may not have it.`]),
    ...indexes
      .filter(({ is_valid, definition: text }) => !is_valid && !isOnly(text))
      .map(({ name: index }) => `-- The index ${oneLine(index)} is left out: it is not valid.`),
  ].join('\n')
}

/** A name may contain line breaks, which would end the comment. */
const oneLine = (text: string) => text.replace(/[\r\n]/g, ' ')

/** Whether an index is that of a partitioned table. */
const isOnly = (text: string) => / ON ONLY /.test(text)

/** In an order in which a partition has its indexes before it is attached. */
function creation(relation: RelationFacts): string[] {
  const { name, bound, parents, sequences, indexes } = relation
  return [
    ...sequences.filter(({ is_identity }) => !is_identity).map(createSequence),
    createRelation(relation),
    ...indexes.filter(({ is_valid }) => is_valid).map(({ definition: text }) => `${text};`),
    ...(bound === null ? [] : [`ALTER TABLE ONLY ${parents[0]} ATTACH PARTITION ${name} ${bound};`]),
  ]
}

const stateWords = { O: 'ENABLE', D: 'DISABLE', R: 'ENABLE REPLICA', A: 'ENABLE ALWAYS' }

/** What is set once everything exists. */
function properties(relation: RelationFacts): string[] {
  const { name, kind, columns, constraints, indexes, statistics, triggers, rules, policies, sequences } =
    relation
  const alter = (change: string) => `ALTER ${keyword(kind)} ${change};`
  const alterOnly = (change: string) => alter(`${only(kind)}${name} ${change}`)
  const said = (what: string, text: string | null) =>
    text === null ? [] : [`COMMENT ON ${what} IS ${quoteLiteral(text)};`]
  const withIndexes = [
    ...constraints.flatMap(({ index_name, ...facts }) =>
      index_name === null ? [] : [{ ...facts, name: index_name, short_name: facts.name }],
    ),
    ...indexes,
  ]
  return [
    ...sequences.filter(({ is_identity }) => !is_identity).map((sequence) => sequenceOwner(sequence, name)),
    // A partitioned table's index is not valid until each partition has its part.
    ...indexes
      .filter(({ is_valid, definition: text }) => !is_valid && isOnly(text))
      .map(({ definition: text }) => `${text};`),
    ...columns
      .filter(({ not_null }) => not_null && !not_null.is_validated)
      .map(({ name: column, not_null }) =>
        alterOnly(
          `ADD CONSTRAINT ${not_null!.name} NOT NULL ${column}${not_null!.is_inheritable ? '' : ' NO INHERIT'} NOT VALID`,
        ),
      ),
    ...constraints
      .filter((constraint) => isSeparate(constraint, relation.bound !== null))
      .map((constraint) => alter(`${name} ADD CONSTRAINT ${constraint.name} ${constraint.definition}`)),
    ...constraints
      .filter(({ index_options, kind: type }) => index_options.length > 0 && type !== 'x')
      .map(({ index_name, index_options }) => `ALTER INDEX ${index_name} SET (${index_options.join(', ')});`),
    ...indexes.flatMap(({ name: index, statistics: targets, is_valid }) =>
      is_valid
        ? targets.map(
            ({ number, target }) => `ALTER INDEX ${index} ALTER COLUMN ${number} SET STATISTICS ${target};`,
          )
        : [],
    ),
    ...columns.flatMap(({ name: column, statistics: target, options }) => [
      ...(target === null ? [] : [alterOnly(`ALTER COLUMN ${column} SET STATISTICS ${target}`)]),
      ...(options.length === 0 ? [] : [alterOnly(`ALTER COLUMN ${column} SET (${options.join(', ')})`)]),
    ]),
    ...withIndexes
      .filter(({ is_clustered }) => is_clustered)
      .map(({ short_name }) => alter(`${name} CLUSTER ON ${short_name}`)),
    ...replicaIdentity(relation).map((change) => alterOnly(change)),
    ...statistics.flatMap(({ name: object, definition: text, target }) => [
      `${text};`,
      ...(target === null ? [] : [`ALTER STATISTICS ${object} SET STATISTICS ${target};`]),
    ]),
    ...rules.flatMap(({ name: rule, definition: text, enabled }) => [
      text,
      ...(enabled === 'O' ? [] : [`ALTER TABLE ${name} ${stateWords[enabled]} RULE ${rule};`]),
    ]),
    ...triggers.flatMap(({ name: trigger, definition: text, enabled, is_copy, has_state_of_parent }) => [
      ...(is_copy ? [] : [`${text};`]),
      ...((is_copy ? has_state_of_parent : enabled === 'O')
        ? []
        : [`ALTER TABLE ${name} ${stateWords[enabled]} TRIGGER ${trigger};`]),
    ]),
    ...(relation.rls_enabled ? [`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`] : []),
    ...(relation.rls_forced ? [`ALTER TABLE ONLY ${name} FORCE ROW LEVEL SECURITY;`] : []),
    ...policies.map(({ name: policy, ...facts }) =>
      [
        `CREATE POLICY ${policy} ON ${name}`,
        ...(facts.is_permissive ? [] : ['AS RESTRICTIVE']),
        ...(facts.command === 'ALL' ? [] : [`FOR ${facts.command}`]),
        ...(facts.roles.length === 0 ? [] : [`TO ${facts.roles.join(', ')}`]),
        ...(facts.using === null ? [] : [`USING (${facts.using})`]),
        ...(facts.with_check === null ? [] : [`WITH CHECK (${facts.with_check})`]),
      ]
        .join('\n  ')
        .concat(';'),
    ),
    lines([
      ...said(`${keyword(kind)} ${name}`, relation.comment),
      ...columns.flatMap((column) => said(`COLUMN ${name}.${column.name}`, column.comment)),
      ...columns.flatMap(({ not_null }) =>
        not_null ? said(`CONSTRAINT ${not_null.name} ON ${name}`, not_null.comment) : [],
      ),
      ...constraints.flatMap((each) => [
        ...said(`CONSTRAINT ${each.name} ON ${name}`, each.comment),
        ...said(`INDEX ${each.index_name}`, each.index_comment),
      ]),
      ...indexes
        .filter(({ is_valid, definition: text }) => is_valid || isOnly(text))
        .flatMap((index) => said(`INDEX ${index.name}`, index.comment)),
      ...statistics.flatMap((each) => said(`STATISTICS ${each.name}`, each.comment)),
      ...triggers.flatMap((trigger) => said(`TRIGGER ${trigger.name} ON ${name}`, trigger.comment)),
      ...rules.flatMap((rule) => said(`RULE ${rule.name} ON ${name}`, rule.comment)),
      ...policies.flatMap((policy) => said(`POLICY ${policy.name} ON ${name}`, policy.comment)),
      ...sequences.flatMap((sequence) => said(`SEQUENCE ${sequence.name}`, sequence.comment)),
    ]),
    lines([
      ...grantStatements('TABLE', name, relation),
      ...columns.flatMap(({ name: column, grants }) =>
        grantStatements('COLUMN', name, { owner: relation.owner, grants, default_grants: [] }, column),
      ),
      ...sequences.flatMap((sequence) => grantStatements('SEQUENCE', sequence.name, sequence)),
    ]),
  ]
}

function replicaIdentity({
  kind,
  replica_identity: identity,
  indexes,
  constraints,
}: RelationFacts): string[] {
  if (kind === 'v' || kind === 'f') return []
  if (identity === 'f') return ['REPLICA IDENTITY FULL']
  if (identity === 'n') return ['REPLICA IDENTITY NOTHING']
  const index =
    indexes.find(({ is_replica_identity }) => is_replica_identity)?.short_name ??
    constraints.find(({ is_replica_identity }) => is_replica_identity)?.name
  return identity === 'i' && index !== undefined ? [`REPLICA IDENTITY USING INDEX ${index}`] : []
}

const lines = (statements: readonly string[]) => statements.join('\n')
