/** Since this version, Linux tells a caller of `syncfs` about every failed write. */
const SYNCFS_SINCE = [5, 8] as const

/**
 * How a server makes sure, before it recovers, that what lies in its data directory is on disk: a replica at its first start,
 * and every server after a crash. One call for the whole file system takes a fraction of one for each of a thousand files.
 * `release` is that of the operating system, such as `6.18.4-generic`.
 */
export const recoverySync = (platform: NodeJS.Platform, release: string): Record<string, string> =>
  canSyncAtOnce(platform, release) ? { recovery_init_sync_method: 'syncfs' } : {}

/** Whether a whole file system can be synced by one call that fails when anything could not be written. */
export function canSyncAtOnce(platform: NodeJS.Platform, release: string): boolean {
  const [major = 0, minor = 0] = release.split('.').map((part) => Number.parseInt(part, 10))
  const isRecent = major > SYNCFS_SINCE[0] || (major === SYNCFS_SINCE[0] && minor >= SYNCFS_SINCE[1])
  return platform === 'linux' && isRecent
}
