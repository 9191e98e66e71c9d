import { expect, test } from 'vitest'
import { aBundle } from './a-bundle.fixture.ts'
import {
  availableParts,
  MAIL_LINK_MAX,
  mailLink,
  type SupportPart,
  supportFile,
  supportFileName,
  supportParts,
} from './support-file.rules.ts'

const browser = { user_agent: 'Firefox', language: 'en', viewport: '1440x900' }
const request = (parts: readonly SupportPart[], message = 'It fails', subject = 'Help') => ({
  subject,
  message,
  parts: new Set(parts),
})
const keys = (parts: readonly SupportPart[]) =>
  Object.keys(JSON.parse(supportFile(aBundle(), browser, request(parts))))

test('the file has the selected parts, and always the installation', () => {
  const always = ['generated_at', 'subject', 'message', 'installation']
  expect(keys([])).toEqual(always)
  expect(keys(['project'])).toEqual([...always, 'project'])
  expect(keys(supportParts)).toEqual([...always, 'project', 'browser', 'server_errors', 'server_log'])
})

test('the description is redacted too', () => {
  const typed = request([], 'my password=hunter2 fails for ada@example.com', 'bst_4fJ2kdl3LQ09')
  expect(supportFile(aBundle(), browser, typed)).not.toMatch(/hunter2|ada@|bst_/)
  expect(decodeURIComponent(mailLink(aBundle(), typed))).not.toMatch(/hunter2|ada@|bst_/)
})

test('only available parts can be selected', () => {
  const nothing = { left_out: 'not yours' }
  expect(availableParts(aBundle())).toEqual(supportParts)
  expect(availableParts(aBundle({ project: null, server_log: nothing, server_errors: nothing }))).toEqual([
    'browser',
  ])
})

test('the file is named after its time', () => {
  expect(supportFileName(aBundle())).toBe('basalt-support-2026-03-01-120000.json')
})

test('an email has the description and key facts, and names the file to attach', () => {
  const { searchParams } = new URL(mailLink(aBundle(), request(['project'], 'Zeile 1\nZeile 2 & mehr')))
  expect(searchParams.get('subject')).toBe('Help')
  expect(searchParams.get('body')).toBe(
    `Zeile 1\nZeile 2 & mehr\r\n\r\nBasalt 0.1.0 (platform), Node v24.21.0, Linux 6.1 x64\r\nProject ${'a'.repeat(20)}: ACTIVE_HEALTHY\r\nAttached: basalt-support-2026-03-01-120000.json\r\n`,
  )
  expect(mailLink(aBundle(), request([], '', ' '))).toMatch(/^mailto:\?subject=Help%20with%20Basalt&/)
})

test.each(['x', '👩‍💻', 'ß&\n'])(
  'a very long message of %j is cut so that the email can be opened',
  (part) => {
    const link = mailLink(aBundle(), request([], part.repeat(3000)))
    expect(link.length).toBeLessThanOrEqual(MAIL_LINK_MAX)
    expect(link.length).toBeGreaterThan(MAIL_LINK_MAX - 40)
    expect(new URL(link).searchParams.get('body')).toContain('…\r\n\r\nBasalt')
  },
)
