/** The user and group that a process runs as or a file belongs to. */
export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root, so its servers get their own accounts when this program is root. */
export const isRoot = () => process.getuid?.() === 0
