import { quoteIdentifier, quoteLiteral } from './quote.ts'

/** The SQL that subscribes to publications of another server, without its connection string: that has a password. */
export const createSubscriptionSql = (
  name: string,
  publications: readonly string[],
  copiesRows: boolean,
): string => `create subscription ${quoteIdentifier(name)}
  connection '…'
  publication ${publications.map(quoteIdentifier).join(', ')}
  with (copy_data = ${copiesRows})`

/** The statements that drop a subscription, and the slot at its publisher too unless that stays there. */
export function dropSubscriptionSql(name: string, leavesSlot: boolean): string[] {
  const subscription = quoteIdentifier(name)
  return [
    ...(leavesSlot
      ? [
          `alter subscription ${subscription} disable`,
          `alter subscription ${subscription} set (slot_name = none)`,
        ]
      : []),
    `drop subscription ${subscription}`,
  ]
}

export const dropSlotSql = (name: string): string =>
  `select pg_catalog.pg_drop_replication_slot(${quoteLiteral(name)})`
