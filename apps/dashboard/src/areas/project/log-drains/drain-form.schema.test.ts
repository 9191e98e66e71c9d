import type { LogDrain } from '@basalt/contract/log-drains/log-drains.schema.ts'
import { expect, test } from 'vitest'
import { changeOf, type DrainInput, drainFields, fieldsOf, newDrainOf } from './drain-form.schema.ts'

const ID = '6f1c1f7e-6d9f-4a52-9d5c-7b9f3a4c2e10'
const drain: LogDrain = {
  id: ID,
  name: 'Archive',
  kind: 'http',
  receiver: 'https://logs.example.com',
  header_names: ['X-Api-Key'],
  gzip: true,
  syslog: null,
  sources: ['edge_logs'],
  is_paused: false,
  created_at: '2026-03-01T12:00:00.000Z',
  delivered: 0,
  lost: 0,
  refused: 0,
  waiting: 0,
  waiting_since: null,
  last_delivery_at: null,
  failure: null,
}
const syslog: LogDrain = {
  ...drain,
  kind: 'syslog',
  syslog: { host: 'logs.example.com', port: 6514, tls: true, has_certificate: true },
  header_names: [],
}
const filled = (over: Partial<DrainInput> = {}): DrainInput => ({
  ...fieldsOf(undefined),
  name: 'Archive',
  url: 'https://logs.example.com',
  ...over,
})

test.each<[string, LogDrain | undefined, Partial<DrainInput>, Record<string, RegExp>]>([
  ['nothing is wrong', undefined, {}, {}],
  ['an address is missing', undefined, { url: '' }, { url: /Enter an address/ }],
  ['a stored address is kept', drain, { url: '' }, {}],
  ['an address is none', drain, { url: 'logs' }, { url: /Enter an address/ }],
  ['no source is chosen', undefined, { sources: [] }, { sources: /at least one/ }],
  ['a host has a scheme', undefined, { kind: 'syslog', host: 'https://x' }, { host: /without scheme/ }],
  ['a port is empty', undefined, { kind: 'syslog', host: 'x', port: '' }, { port: /between 1 and 65535/ }],
  [
    'a header is ours',
    undefined,
    { headers: [{ name: 'Host', value: 'x' }] },
    { 'headers.0.name': /set by Basalt/ },
  ],
])('%s', (_what, existing, over, problems) => {
  const issues = drainFields(existing).safeParse(filled(over)).error?.issues ?? []
  const found = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
  expect(Object.keys(found)).toEqual(Object.keys(problems))
  for (const [path, words] of Object.entries(problems)) expect(found[path]).toMatch(words)
})

test('a new drain has only the fields of its kind', () => {
  const values = drainFields(undefined).parse(
    filled({ kind: 'syslog', host: 'logs', port: '514', tls: false }),
  )
  expect(newDrainOf(ID, values)).toEqual({
    id: ID,
    name: 'Archive',
    sources: ['edge_logs', 'postgres_logs', 'pooler_logs', 'webhook_logs'],
    target: { kind: 'syslog', host: 'logs', port: 514, tls: false, certificate: '' },
  })
})

test('a change names no secret that was not typed again', () => {
  expect(changeOf(drain, drainFields(drain).parse(fieldsOf(drain)))).toEqual({
    name: 'Archive',
    sources: ['edge_logs'],
    target: { gzip: true, headers: [{ name: 'X-Api-Key' }] },
  })
  expect(changeOf(syslog, drainFields(syslog).parse(fieldsOf(syslog))).target).toEqual({
    host: 'logs.example.com',
    port: 6514,
    tls: true,
  })
})
