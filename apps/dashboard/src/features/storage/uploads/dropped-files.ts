import type { ChosenFile } from './upload.rules.ts'

/** Everything that was dropped, folders with all that is in them. To be called before the drop event ends. */
export function droppedFiles({ items }: Pick<DataTransfer, 'items'>): Promise<ChosenFile[]> {
  // The browser empties the list as soon as the event is over.
  const entries = [...items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  return walk(entries)
}

async function walk(entries: readonly FileSystemEntry[]): Promise<ChosenFile[]> {
  const found: ChosenFile[] = []
  for (let level = entries; level.length > 0; ) {
    const below: FileSystemEntry[] = []
    for (const entry of level)
      if (isDirectory(entry)) below.push(...(await entriesIn(entry)))
      else found.push({ file: await fileOf(entry as FileSystemFileEntry), path: entry.fullPath })
    level = below
  }
  return found
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
