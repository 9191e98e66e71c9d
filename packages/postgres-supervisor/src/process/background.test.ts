import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { run } from './run.ts'

test('a program in the background gives way to others, and gets its arguments and input unchanged', async () => {
  const program = ['-c', 'nice; printf "%s|" "$@"; cat', 'name', 'two words', '"$HOME"']
  expect(await run('sh', program, { background: true, stdin: 'the input' })).toBe(
    `${getPriority() + 5}\ntwo words|"$HOME"|the input`,
  )
})

test('a failure in the background is that of the program', async () => {
  await expect(run('sh', ['-c', 'echo why >&2; exit 3'], { background: true })).rejects.toThrow(
    'sh failed: why',
  )
  await expect(run('/missing/program', [], { background: true })).rejects.toThrow('/missing/program failed:')
})
