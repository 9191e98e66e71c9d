import { expect, test } from 'vitest'
import { chooseUnprivileged } from './unprivileged-account.ts'

const ROOT = 'root:x:0:0:root:/root:/bin/bash'
const DAEMON = 'daemon:*:1:1:System Services:/var/root:/usr/bin/false'

test.each([
  ['nobody is preferred', [ROOT, DAEMON, 'nobody:x:65534:65534::/:/bin/false'], { uid: 65534, gid: 65534 }],
  ['an id below zero is not usable', [ROOT, 'nobody:*:-2:-2::/:/bin/false', DAEMON], { uid: 1, gid: 1 }],
  [
    'any user except root is accepted',
    [ROOT, 'app:x:1000:1000::/home/app:/bin/sh'],
    { uid: 1000, gid: 1000 },
  ],
  ['a member of the root group is not', [ROOT, 'app:x:1000:0::/home/app:/bin/sh'], undefined],
  ['there is none when root is the only user', [ROOT, '', '# comment'], undefined],
])('%s', (_claim, lines, chosen) => {
  expect(chooseUnprivileged(lines.join('\n'))).toEqual(chosen)
})
