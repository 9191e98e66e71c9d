/** The keys under which a backup's bytes are stored. */
export const backupKeys = (folder: string, id: string) => ({
  pack: `${folder}/backup_${id}_pack`,
  index: `${folder}/backup_${id}_index`,
})

/** The id of the backup that a key belongs to; undefined for other keys. */
export const backupOfKey = (key: string): string | undefined =>
  /\/backup_([\w-]+)_(?:pack|index)$/.exec(key)?.[1]
