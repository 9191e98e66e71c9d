import { expect, test, vi } from 'vitest'
import { keyCommands } from './copy-commands.ts'

const key = (type: 'publishable' | 'secret' | 'legacy', name: string, api_key: string | null) => ({
  id: type === 'legacy' ? null : crypto.randomUUID(),
  type,
  name,
  api_key,
})

test('keys that can be revealed can be copied, and a command opens the keys page', async () => {
  const writeText = vi.fn()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const openPage = vi.fn()
  const commands = keyCommands(
    [key('publishable', 'web', 'sb_1'), key('secret', 'worker', null), key('legacy', 'anon', 'eyJ.1')],
    openPage,
  )
  expect(commands.map(({ label }) => label)).toEqual([
    'Copy publishable key web',
    'Copy legacy anon key',
    'See API keys in Project Settings',
  ])
  for (const command of commands) if ('run' in command) command.run()
  expect(writeText.mock.calls).toEqual([['sb_1'], ['eyJ.1']])
  expect(openPage).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
