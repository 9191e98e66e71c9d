/** The name of the role and of the slot on the primary with which this instance follows it. Slots have no dashes. */
export const replicationName = (id: string) => `basalt_replica_${id.replaceAll('-', '_')}`

/** Statements that remove from a primary what an instance that followed it had there, if it is still there. */
export const detachStatements = (id: string): string[] => [
  // A connection that is about to end may still hold the slot, or take it again after a rest.
  `select pg_catalog.pg_terminate_backend(pid, 5000) from pg_catalog.pg_stat_replication where usename = '${replicationName(id)}'`,
  `select pg_catalog.pg_drop_replication_slot(slot_name) from pg_catalog.pg_replication_slots where slot_name = '${replicationName(id)}'`,
  `drop role if exists ${replicationName(id)}`,
]
