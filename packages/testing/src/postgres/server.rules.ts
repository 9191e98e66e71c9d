export const SUPERUSER = 'basalt_admin'

/** Disjoint from the ports of real instances, so that tests never interfere with a running platform. */
export const TEST_PORT_RANGE = { first: 56_000, last: 56_999 }

/** The ports of servers with a single caller. */
export const OWN_PORT_RANGE = { first: 58_100, last: 58_199 }

/** Test data need not survive a power failure, and many files test at once. */
export const SERVER_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}
