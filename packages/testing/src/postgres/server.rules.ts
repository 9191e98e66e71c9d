export const SUPERUSER = 'basalt_admin'

/** Apart from the ports of real instances, so that tests never meet a running platform. */
export const TEST_PORT_RANGE = { first: 56_000, last: 56_999 }

/** Of servers that are one caller's alone. */
export const OWN_PORT_RANGE = { first: 58_100, last: 58_199 }

/** Nothing in a test run has to survive a loss of power, and many files test at once. */
export const SERVER_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}
