/** The DuckDB types that columns of events may have. */
export type ColumnType = 'VARCHAR' | 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'BOOLEAN'

/** A kind of event: the name of its folder, and its columns besides those that every event has. */
export interface LogSource {
  readonly name: string
  readonly columns: Readonly<Record<string, ColumnType>>
}

export type FieldValue = string | number | boolean | null | undefined

/** What happened. Other keys are columns of the source; unknown ones are ignored when events are read. */
export interface LogEvent {
  /** Milliseconds since 1970. */
  readonly timestamp: number
  readonly event_message: string
  readonly [column: string]: FieldValue
}

/**
 * The columns that every event has. `id` is unique within its folder and grows with each event; `left_out` counts the events
 * before this one that could not be written.
 */
export const COMMON_COLUMNS = {
  id: 'BIGINT',
  timestamp: 'BIGINT',
  event_message: 'VARCHAR',
  left_out: 'BIGINT',
} as const satisfies Record<string, ColumnType>
