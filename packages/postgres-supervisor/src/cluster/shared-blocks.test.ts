import { expect, test } from 'vitest'
import { sharedBytesIn } from './shared-blocks.ts'

async function* linesOf(text: string) {
  yield* text.split('\n')
}

const COPIED = `Filesystem type is: 58465342
File size of /data/b is 5242880 (1280 blocks of 4096 bytes)
 ext:     logical_offset:        physical_offset: length:   expected: flags:
   0:        0..     199:         24..       223:    200:             shared
   1:      200..     219:       1312..      1331:     20:        224:
   2:      220..    1279:        244..      1303:   1060:       1332: last,shared,eof
/data/b: 3 extents found
File size of /data/empty is 0 (0 blocks of 4096 bytes)
/data/empty: 0 extents found`

test.each([
  ['a file that was copied and changed', COPIED, (200 + 1060) * 4096],
  ['a file that was never copied', COPIED.replaceAll('shared', 'eof'), 0],
  ['another size of blocks', COPIED.replaceAll('4096 bytes', '1024 bytes'), (200 + 1060) * 1024],
  ['a message instead of extents', '/data/b: FIBMAP/FIEMAP unsupported', undefined],
])('the shared bytes of %s are found', async (_what, text, bytes) => {
  expect(await sharedBytesIn(linesOf(text))).toBe(bytes)
})
