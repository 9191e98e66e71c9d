/** What a lock does, beside its controls. */
export const LOCK_MEANING =
  'The SQL editor, tables, database pages and agents only read. Apps and direct connections are not affected.'
