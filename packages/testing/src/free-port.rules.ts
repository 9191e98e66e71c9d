/** Below the ports that systems hand out by themselves (Linux from 32,768), apart from those of the tests' databases. */
export const FREE_PORTS = { first: 10_000, last: 19_999 }
