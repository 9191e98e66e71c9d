import type { ChosenFile } from './upload.rules.ts'

/** What was found, and the paths of what could not be read: that is no reason to leave the rest behind. */
export interface FoundFiles {
  files: ChosenFile[]
  unreadable: string[]
}

/** Everything that was dropped, folders with all that is in them. To be called before the drop event ends. */
export function droppedFiles({ items }: Pick<DataTransfer, 'items'>): Promise<FoundFiles> {
  // The browser empties the list as soon as the event is over.
  const entries = [...items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  return walk(entries)
}

async function walk(entries: readonly FileSystemEntry[]): Promise<FoundFiles> {
  const files: ChosenFile[] = []
  const unreadable: string[] = []
  for (let level = entries; level.length > 0; ) {
    const below: FileSystemEntry[] = []
    for (const entry of level)
      try {
        if (isDirectory(entry)) below.push(...(await entriesIn(entry)))
        else files.push({ file: await fileOf(entry as FileSystemFileEntry), path: entry.fullPath })
      } catch {
        unreadable.push(entry.fullPath.replace(/^\//, ''))
      }
    level = below
  }
  return { files, unreadable }
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A reader hands out some entries at a time, and none when it is done. */
async function entriesIn(directory: FileSystemDirectoryEntry) {
  const reader = directory.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return found
    found.push(...batch)
  }
}
