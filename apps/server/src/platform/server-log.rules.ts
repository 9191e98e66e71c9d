/** A log file of this size is put aside and a new one begun. */
export const LOG_FILE_BYTES = 20 * 1024 * 1024

/** How many log files are kept besides the current one. */
export const KEPT_LOG_FILES = 5

/** Lines waiting for the disk beyond this size are dropped. */
export const LOG_BUFFER_BYTES = 8 * 1024 * 1024
