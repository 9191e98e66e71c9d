/** Stored bytes that are not what was backed up. `file` is what is wrong, as a path in the data directory. */
export class DamagedBackup extends Error {
  readonly backup: string
  readonly file: string

  constructor(backup: string, file: string, how = 'does not have its checksum') {
    super(`The backup ${backup} is damaged: ${file} ${how}. Restore another backup.`)
    this.name = 'DamagedBackup'
    this.backup = backup
    this.file = file
  }
}

/** A backup, or one that it builds on, that the store does not have. */
export class MissingBackup extends Error {
  readonly backup: string

  constructor(backup: string) {
    super(`The backup ${backup} is not in the store. Restore another backup.`)
    this.name = 'MissingBackup'
    this.backup = backup
  }
}
