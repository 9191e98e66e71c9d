import type { SequenceFacts } from './relation-facts.ts'

/** Bounds of the types of sequences: the lowest and the highest value. */
const bounds = {
  smallint: ['-32768', '32767'],
  integer: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
} as const

/** The options of a sequence that differ from PostgreSQL's defaults. */
export function sequenceOptions({
  type,
  start,
  increment,
  minimum,
  maximum,
  cache,
  cycles,
}: SequenceFacts): string[] {
  const [lowest, highest] = bounds[type]
  const isDescending = increment.startsWith('-')
  const usualMinimum = isDescending ? lowest : '1'
  const usualMaximum = isDescending ? '-1' : highest
  return [
    ...(increment === '1' ? [] : [`INCREMENT BY ${increment}`]),
    ...(minimum === usualMinimum ? [] : [`MINVALUE ${minimum}`]),
    ...(maximum === usualMaximum ? [] : [`MAXVALUE ${maximum}`]),
    ...(start === (isDescending ? maximum : minimum) ? [] : [`START WITH ${start}`]),
    ...(cache === '1' ? [] : [`CACHE ${cache}`]),
    ...(cycles ? ['CYCLE'] : []),
  ]
}

/** A sequence as `serial` makes it, without its owner. */
export const createSequence = (sequence: SequenceFacts) =>
  `${[
    `CREATE ${sequence.persistence === 'u' ? 'UNLOGGED ' : ''}SEQUENCE ${sequence.name}`,
    ...(sequence.type === 'bigint' ? [] : [`AS ${sequence.type}`]),
    ...sequenceOptions(sequence),
  ].join(' ')};`

export const sequenceOwner = ({ name, column }: SequenceFacts, table: string) =>
  `ALTER SEQUENCE ${name} OWNED BY ${table}.${column};`
