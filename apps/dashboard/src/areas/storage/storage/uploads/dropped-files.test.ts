import { expect, test } from 'vitest'
import { droppedFiles } from './dropped-files.ts'

/** A dropped file, as far as it is used. */
const fileEntry = (fullPath: string, isReadable = true) => ({
  fullPath,
  isDirectory: false,
  file: (found: (file: File) => void, failed: (error: Error) => void) =>
    isReadable ? found(new File(['x'], fullPath)) : failed(new Error('NotReadableError')),
})
/** A dropped folder whose reader returns one entry at a time. */
const folderEntry = (fullPath: string, entries: object[], isReadable = true) => ({
  fullPath,
  isDirectory: true,
  createReader() {
    const left = [...entries]
    return {
      readEntries: (found: (batch: object[]) => void, failed: (error: Error) => void) =>
        isReadable ? found(left.splice(0, 1)) : failed(new Error('NotReadableError')),
    }
  },
})
const drop = (...entries: object[]) => ({
  items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
})

test('nested folders are read completely, and unreadable items do not affect the rest', async () => {
  let deep: object = folderEntry('/1/2/3', [fileEntry('/1/2/3/end.txt')])
  for (const path of ['/1/2', '/1']) deep = folderEntry(path, [fileEntry(`${path}/a.txt`), deep])
  const secret = folderEntry('/secret', [], false)
  const dropped = drop(deep, secret, fileEntry('/locked.txt', false), fileEntry('/b.txt'))
  const { files, unreadable } = await droppedFiles(dropped as unknown as DataTransfer)
  expect(files.map(({ path }) => path)).toEqual(['/b.txt', '/1/a.txt', '/1/2/a.txt', '/1/2/3/end.txt'])
  expect(unreadable).toEqual(['secret', 'locked.txt'])
})
