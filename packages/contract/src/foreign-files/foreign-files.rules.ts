const MEBIBYTE = 1024 * 1024

/**
 * The largest file that is read as a table, in bytes. Each query reads all of it, without an index; larger ones are better
 * imported.
 */
export const FOREIGN_FILE_MAX = 100 * MEBIBYTE

/** Columns of a table, as in PostgreSQL. */
export const FILE_COLUMNS_MAX = 1600

/** How long a change may take, in seconds: every row of the file is read once. */
export const FILE_CHANGE_SECONDS = 60

/** Tables of files that are listed. */
export const FILE_TABLES_LISTED = 500

/** How the bytes of a file are characters, by PostgreSQL's names. */
export const foreignFileEncodings = ['UTF8', 'WIN1252'] as const
export type ForeignFileEncoding = (typeof foreignFileEncodings)[number]

export const foreignFileDelimiters = [',', ';', '\t', '|'] as const

/** The server that all tables of files belong to. */
export const FILE_SERVER = 'basalt_files'

/** The wrapper that reads them. */
export const FILE_WRAPPER = 'file_fdw'
