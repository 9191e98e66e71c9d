import type { ColumnFacts, ConstraintFacts, RelationFacts, SequenceFacts } from './relation-facts.ts'
import { isSeparate, keyword, only } from './relation-words.ts'
import { sequenceOptions } from './sequence-statements.ts'

/** The statement that creates a relation, and those that change what it inherits. */
export const createRelation = (relation: RelationFacts): string =>
  relation.kind === 'v' || relation.kind === 'm' ? createView(relation) : createTable(relation)

function createView(relation: RelationFacts) {
  const { kind, name, method, options, view, is_populated, columns } = relation
  const head = [
    `CREATE ${keyword(kind)} ${name}`,
    ...(method === null ? [] : [`USING ${method}`]),
    ...(options.length === 0 ? [] : [`WITH (${options.join(', ')})`]),
    'AS',
  ].join(' ')
  const query = view?.trimEnd().replace(/;$/, '') ?? ''
  const data = kind === 'm' ? `\n  WITH ${is_populated ? '' : 'NO '}DATA` : ''
  return [
    `${head}\n${query}${data};`,
    ...columns.flatMap((column) => columnChanges(relation, column, [])),
  ].join('\n')
}

function createTable(relation: RelationFacts) {
  const { kind, name, persistence, columns, constraints, parents, bound, of_type: type, options } = relation
  const isPartition = bound !== null
  const declared = columns.filter(
    (column) => isPartition || (column.is_local && (type === null || hasOptions(column))),
  )
  const lines = [
    ...declared.map((column) => columnLine(relation, column)),
    ...columns
      .filter(
        (column) => !declared.includes(column) && column.not_null?.is_local && column.not_null.is_validated,
      )
      .map(
        ({ name: column, not_null }) =>
          `CONSTRAINT ${not_null!.name} NOT NULL ${column}${inheritance(not_null!)}`,
      ),
    ...constraints
      .filter((constraint) => isInline(constraint, isPartition))
      .map((constraint) => `CONSTRAINT ${constraint.name} ${constraint.definition}`),
  ]
  const body = lines.length === 0 ? '()' : `(\n  ${lines.join(',\n  ')}\n)`
  const unlogged = persistence === 'u' ? 'UNLOGGED ' : ''
  const head = `CREATE ${unlogged}${keyword(kind)} ${name}`
  const clauses = [
    ...(parents.length > 0 && !isPartition ? [`INHERITS (${parents.join(', ')})`] : []),
    ...(relation.partition_key === null ? [] : [`PARTITION BY ${relation.partition_key}`]),
    ...(relation.method === null ? [] : [`USING ${relation.method}`]),
    ...(options.length === 0 ? [] : [`WITH (${options.join(', ')})`]),
    ...(relation.server === null ? [] : [`SERVER ${relation.server}`]),
    ...(relation.server_options.length === 0 ? [] : [`OPTIONS (${relation.server_options.join(', ')})`]),
  ]
  const start =
    type === null ? `${head} ${body}` : `${head} OF ${type}${lines.length === 0 ? '' : ` ${body}`}`
  return [
    `${[start, ...clauses].join('\n')};`,
    ...columns.flatMap((column) => columnChanges(relation, column, declared)),
  ].join('\n')
}

/** A constraint of a partition has to be there before the partition is attached, whoever it comes from. */
const isInline = (constraint: ConstraintFacts, isPartition: boolean) =>
  (constraint.is_local || isPartition) && !isSeparate(constraint, isPartition)

const inheritance = ({ is_inheritable }: { is_inheritable: boolean }) => (is_inheritable ? '' : ' NO INHERIT')

/** Whether a column of a typed table has more than its type. */
const hasOptions = ({ expression, is_not_null, identity }: ColumnFacts) =>
  expression !== null || is_not_null || identity !== ''

function columnLine(relation: RelationFacts, column: ColumnFacts): string {
  const { kind, of_type: ofType } = relation
  const storage = kind === 'f' || ofType !== null ? [] : storageWords(column)
  return [
    column.name,
    ...(ofType === null ? [column.type] : ['WITH OPTIONS']),
    ...storage,
    ...(column.server_options.length === 0 ? [] : [`OPTIONS (${column.server_options.join(', ')})`]),
    ...(column.collation === null || ofType !== null ? [] : [`COLLATE ${column.collation}`]),
    ...valueWords(relation, column),
    ...notNullWords(relation, column),
  ].join(' ')
}

const storageWords = ({ storage, compression }: ColumnFacts) => [
  ...(storage === null ? [] : [`STORAGE ${storage}`]),
  ...(compression === null ? [] : [`COMPRESSION ${compression}`]),
]

/** Its default, generation or identity. */
function valueWords(relation: RelationFacts, column: ColumnFacts): string[] {
  const { expression, generated, identity } = column
  // A partition gets its identity columns from its parent.
  if (identity !== '' && relation.bound === null) {
    const sequence = relation.sequences.find((each) => each.is_identity && each.column_raw === column.raw)
    const options = sequence ? identityOptions(relation, sequence) : []
    const words = `GENERATED ${identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`
    return [options.length === 0 ? words : `${words} (${options.join(' ')})`]
  }
  if (expression === null) return []
  if (generated === '') return [`DEFAULT ${expression}`]
  return [`GENERATED ALWAYS AS (${expression}) ${generated === 's' ? 'STORED' : 'VIRTUAL'}`]
}

function identityOptions({ raw, persistence }: RelationFacts, sequence: SequenceFacts): string[] {
  const isUsual = sequence.is_beside && sequence.raw === `${raw}_${sequence.column_raw}_seq`
  return [
    ...(isUsual ? [] : [`SEQUENCE NAME ${sequence.name}`]),
    ...(sequence.persistence === persistence ? [] : [sequence.persistence === 'u' ? 'UNLOGGED' : 'LOGGED']),
    ...sequenceOptions(sequence),
  ]
}

function notNullWords(
  { raw, bound }: RelationFacts,
  { raw: column, is_not_null, not_null }: ColumnFacts,
): string[] {
  if (!not_null) return is_not_null ? ['NOT NULL'] : []
  if (!not_null.is_validated || !(not_null.is_local || bound !== null)) return []
  const isChosen = not_null.raw === `${raw}_${column}_not_null` && !not_null.is_name_shared
  const named = isChosen ? '' : `CONSTRAINT ${not_null.name} `
  return [`${named}NOT NULL${inheritance(not_null)}`]
}

/** What CREATE does not say of a column. */
function columnChanges(
  { kind, name, of_type: ofType }: RelationFacts,
  column: ColumnFacts,
  declared: readonly ColumnFacts[],
): string[] {
  const isDeclared = declared.includes(column)
  const alter = (change: string) =>
    `ALTER ${keyword(kind)} ${only(kind)}${name} ALTER COLUMN ${column.name} ${change};`
  const { expression, generated, storage, compression } = column
  const changesStorage = !isDeclared || kind === 'f' || ofType !== null
  return [
    ...(!isDeclared && generated === '' && expression !== null ? [alter(`SET DEFAULT ${expression}`)] : []),
    ...(expression === null && column.inherits_default && generated === '' ? [alter('DROP DEFAULT')] : []),
    ...(changesStorage && storage !== null && kind !== 'v' ? [alter(`SET STORAGE ${storage}`)] : []),
    ...(changesStorage && compression !== null && kind !== 'v'
      ? [alter(`SET COMPRESSION ${compression}`)]
      : []),
  ]
}
