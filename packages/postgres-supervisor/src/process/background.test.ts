import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { run } from './run.ts'

test.each(['waited-for', 'whenever'] as const)(
  'a program in the background (%s) gives way to others, and gets its arguments and input unchanged',
  async (background) => {
    const program = ['-c', 'cat; nice; printf "%s|" "$@"', 'name', 'two words', '"$HOME"']
    expect(await run('sh', program, { background, stdin: 'the input ' })).toBe(
      `the input ${getPriority() + 5}\ntwo words|"$HOME"|`,
    )
  },
)

test('a failure in the background is that of the program', async () => {
  await expect(run('sh', ['-c', 'echo why >&2; exit 3'], { background: 'whenever' })).rejects.toThrow(
    'sh failed: why',
  )
  await expect(run('/missing/program', [], { background: 'whenever' })).rejects.toThrow(
    '/missing/program failed:',
  )
})
