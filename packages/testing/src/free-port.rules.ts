/** Below the ports that systems assign themselves (Linux: from 32,768), and disjoint from those of the tests' databases. */
export const FREE_PORTS = { first: 10_000, last: 19_999 }
