/** Tables of a schema that a diagram shows; of more, the first by name. */
export const DIAGRAM_TABLES_MAX = 1000

/** Columns of a table that a diagram shows; of more, the first. */
export const DIAGRAM_COLUMNS_MAX = 200

/** Partitions and tables in one SQL export. More are refused: the dump is made for them. */
export const EXPORTED_RELATIONS_MAX = 5000

/** How long reading a diagram or its SQL may take. */
export const DIAGRAM_READ_TIMEOUT_SECONDS = 15

/** How long an export waits for a transaction that changes one of the tables. */
export const DIAGRAM_LOCK_TIMEOUT_SECONDS = 3
