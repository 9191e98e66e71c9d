const MEBIBYTE = 1024 * 1024

/** Bytes of a file that are one row; the rest is a smaller one. */
export const PART_BYTES = MEBIBYTE

/** Space that an upload leaves free on the disk of the databases. */
export const FREE_BYTES_MIN = 512 * MEBIBYTE

/** Uploads of a project that no table uses. */
export const UPLOADS_MAX = 5

/** How long an upload may wait for its table, as PostgreSQL reads it. */
export const UPLOAD_KEPT = '1 hour'
