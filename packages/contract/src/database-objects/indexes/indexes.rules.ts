/** Columns of an index with its included ones, as PostgreSQL is built everywhere. */
export const INDEX_COLUMNS_MAX = 32

/** PostgreSQL's own index methods. */
export const INDEX_METHODS = ['btree', 'hash', 'gist', 'gin', 'spgist', 'brin'] as const

/** Storage parameters of one index in a form. */
export const INDEX_PARAMETERS_MAX = 20
