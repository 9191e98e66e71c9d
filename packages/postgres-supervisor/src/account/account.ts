/** Whom a process runs as and a file belongs to. */
export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root, so when we are root its servers get accounts of their own. */
export const isRoot = () => process.getuid?.() === 0
