/** What the setting of triggers of tables is about. */
export const REPLICATED_CHANGES = 'changes that replication applies'

/** What the setting of event triggers is about: replication applies no commands. */
export const REPLICA_SESSIONS = 'sessions with session_replication_role = replica'

/** When a trigger fires, in words. */
export const enabledWords = (
  enabled: 'origin' | 'always' | 'replica' | 'disabled',
  replicas: string,
): string =>
  ({
    origin: `Yes, except for ${replicas}`,
    always: 'Always',
    replica: `Only for ${replicas}`,
    disabled: 'No',
  })[enabled]
