/** Why a server connection was closed, as statistics count it. */
export const closingReasons = [
  /** It was unused for the idle time. */
  'idle',
  /** It reached its lifetime. */
  'lifetime',
  /** The pool was made smaller, or a connection with other settings was needed. */
  'replaced',
  /** Another pool of the project needed the room. */
  'gave_way',
  /** Its client disconnected before its last statement was answered. */
  'abandoned',
  /** The server did not answer the pooler in time. */
  'timed_out',
  /** The clients were disconnected, or the database went to sleep. */
  'shut_down',
  /** The server closed it, or it could not be cleaned. */
  'lost',
] as const
export type ClosingReason = (typeof closingReasons)[number]
