import type { ChosenFile } from './upload.rules.ts'

/** The dropped files, and the paths of those that could not be read. */
export interface DroppedFiles {
  files: ChosenFile[]
  unreadable: string[]
}

/** Reads dropped files and folders recursively. Must be called before the drop event ends. */
export function droppedFiles({ items }: Pick<DataTransfer, 'items'>): Promise<DroppedFiles> {
  // The browser empties the list after the event.
  const entries = [...items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  return walk(entries)
}

async function walk(entries: readonly FileSystemEntry[]): Promise<DroppedFiles> {
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

/** A reader returns entries in batches, and an empty batch at the end. */
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
