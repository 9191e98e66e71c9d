/** What a lock does, beside its controls. */
export const LOCK_MEANING = 'The dashboard and agents only read. Apps and direct connections still write.'
