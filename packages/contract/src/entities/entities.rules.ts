/** Names of tables in one request: more than anyone has open at once. */
export const ENTITY_NAMES_MAX = 200

/** What happens to referring rows, as in pg_constraint. */
export const referentialActions = ['a', 'r', 'c', 'n', 'd'] as const
export type ReferentialAction = (typeof referentialActions)[number]

export const referentialActionNames: Readonly<Record<ReferentialAction, string>> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
}

/** How long the description of a table may take. */
export const ENTITY_READ_TIMEOUT_SECONDS = 15

/** How long it waits for a transaction that changes the table. */
export const ENTITY_LOCK_TIMEOUT_SECONDS = 3
