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

/** What can be changed of a subscription that exists. */
export type SubscriptionSwitch = 'enable' | 'disable' | 'refresh'

/** The statement that starts or stops a subscription, or takes up the tables that its publications have got since. */
export const switchSubscriptionSql = (name: string, action: SubscriptionSwitch): string =>
  `alter subscription ${quoteIdentifier(name)} ${action === 'refresh' ? 'refresh publication' : action}`

/** The statement that replaces a subscription's connection string, without it: that has a password. */
export const reconnectSubscriptionSql = (name: string): string =>
  `alter subscription ${quoteIdentifier(name)} connection '…'`

/** The statement that gives a subscription other publications, whose tables are taken up at once while it is enabled. */
export const setPublicationsSql = (
  name: string,
  publications: readonly string[],
  isEnabled: boolean,
): string =>
  `alter subscription ${quoteIdentifier(name)} set publication ${publications.map(quoteIdentifier).join(', ')}${
    isEnabled ? '' : ' with (refresh = false)'
  }`

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
