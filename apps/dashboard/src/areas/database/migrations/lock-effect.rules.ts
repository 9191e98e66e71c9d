/** What a lock of `pg_locks` means for others, after the name of a table. */
export const lockEffect = (mode: string) =>
  mode === 'AccessExclusiveLock' ? 'can be neither read nor written meanwhile' : 'cannot be written meanwhile'
