/** The only foreign data wrapper that projects use: it reads and writes tables of other PostgreSQL servers. */
export const WRAPPER = 'postgres_fdw'

/**
 * How long a test of a server and a look into it may take, in seconds. libpq's `connect_timeout` does not hold for
 * postgres_fdw, which connects without blocking, so the timeout of the statement ends it.
 */
export const FOREIGN_READ_SECONDS = 10

/** How long a change may take, in seconds: an import of a schema reads the definitions of all its tables. */
export const FOREIGN_CHANGE_SECONDS = 60

/** Servers on one page of the list: each comes with its logins and tables. */
export const SERVERS_PAGE_SIZE = 20

/** Foreign tables of one server that are listed; the rest is counted. */
export const FOREIGN_TABLES_LISTED = 200

/** Tables of one schema of another server that are listed. */
export const REMOTE_TABLES_LISTED = 5000

/** Tables that one import of a schema may name. */
export const IMPORTED_TABLES_MAX = 1000

/** Rows that are fetched at once, as an option of a server. */
export const FETCH_SIZE_MAX = 1_000_000

/** Whether the connection is encrypted: libpq's modes that need no certificate on this machine. */
export const foreignSslModes = ['disable', 'prefer', 'require', 'verify-full'] as const
export type ForeignSslMode = (typeof foreignSslModes)[number]

/**
 * Where the password of a user mapping is: `sealed` by Basalt outside of the database; readable in the `database`, as of
 * servers made in SQL; `other_place` when it was entered for another host or port; `missing` in a copy of the database it
 * was entered in; or there is `none`.
 */
export const passwordPlaces = ['sealed', 'database', 'other_place', 'missing', 'none'] as const
export type PasswordPlace = (typeof passwordPlaces)[number]

/** Roles that a user mapping may be for besides those of the database: everyone without one of their own. */
export const EVERYONE = 'public'

/** Longest name in bytes that PostgreSQL keeps. */
export const NAME_BYTES = 63

/** Whether PostgreSQL would cut a name off, so that it could not be found again. */
export const isTooLong = (name: string) => new TextEncoder().encode(name).length > NAME_BYTES

/** Whether a host is a path or an abstract name, with which libpq connects to a socket of its own machine. */
export const isSocket = (host: string) => /^[/@\\]/.test(host)

/** A name of a host or an IP address, without brackets and ports. */
export const isHost = (host: string) =>
  /^(?:[0-9a-f:.]+|[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_.])?)$/iu.test(host)
