/** A file of events is closed at this size, in bytes: DuckDB reads one in a fraction of a second. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
/** From this size on, a file is closed after an hour, so that it becomes Parquet; smaller ones after a day. */
export const HOURLY_BYTES = 256 * 1024
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Characters kept of a message, and of any other text. */
export const MESSAGE_MAX = 64 * 1024
export const FIELD_MAX = 8 * 1024

/** What may wait to be written in all folders together. More is dropped and counted. */
export const WAITING_EVENTS_MAX = 50_000
export const WAITING_BYTES_MAX = 32 * 1024 * 1024
/** How long an event waits for others; a killed server loses at most what came in this time. */
export const FLUSH_AFTER_MS = 500

/** DuckDB's own limit. It bounds sorts and joins, but not every function. */
export const DUCKDB_MEMORY_MB = 200
/** A query whose process has more resident memory than this is ended. */
export const PROCESS_MEMORY_MB = 512
/** Queries that run at the same time; others wait. */
export const QUERIES_MAX = 2
export const QUERY_DEADLINE_MS = 10_000
/** Converting a day of a busy project takes seconds. */
export const COMPACTION_DEADLINE_MS = 300_000
/** How long a process without work is kept, because loading DuckDB takes longer than most queries. */
export const IDLE_PROCESS_MS = 30_000
/** How often the memory of a process is measured. */
export const MEMORY_CHECK_MS = 25
/** What a query may return. */
export const RESULT_BYTES_MAX = 10 * 1024 * 1024
