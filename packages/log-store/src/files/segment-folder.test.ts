import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openSegmentFolder } from './segment-folder.ts'

test.each([
  ['an empty file', ''],
  ['half a cursor', '{"cur'],
])(
  '%s that a killed writer began does not hide how far the one before has been read',
  async (_what, begun) => {
    await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'basalt-segments-'))
    const options = { directory: folder.path, now: Date.now, readerGroup: undefined }
    const first = await openSegmentFolder(options)
    const event = { timestamp: Date.now() } as Parameters<typeof first.append>[0][number]
    await first.append([event], '680')
    const [name] = await readdir(folder.path)
    await writeFile(path.join(folder.path, name!.replace('1', '2')), begun)

    const next = await openSegmentFolder(options)
    expect(await next.cursor()).toBe('680')
    await next.append([event], '700')
    expect(await readdir(folder.path)).toEqual([name])
    expect(await (await openSegmentFolder(options)).cursor()).toBe('700')
  },
)
