import type { ConstraintFacts, RelationFacts } from './relation-facts.ts'

/** The word for a kind of relation in statements. */
export const keyword = (kind: RelationFacts['kind']) =>
  ({ r: 'TABLE', p: 'TABLE', f: 'FOREIGN TABLE', v: 'VIEW', m: 'MATERIALIZED VIEW' })[kind]

/** For changes that must not reach partitions and inheriting tables. */
export const only = (kind: RelationFacts['kind']) => (kind === 'v' || kind === 'm' ? '' : 'ONLY ')

/**
 * Whether a constraint is added once everything exists: one that was not checked, which CREATE TABLE cannot say, and a
 * foreign key of a partition, which would become that of its parent when the partition is attached.
 */
export const isSeparate = ({ kind, definition }: ConstraintFacts, isPartition: boolean) =>
  / NOT VALID$/.test(definition) || (isPartition && kind === 'f')
