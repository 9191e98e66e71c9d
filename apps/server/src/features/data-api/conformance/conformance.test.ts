import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DataApiFixture, openDataApi } from '../../../test/data-api-fixture.ts'
import { readCases, type Step } from './conformance-cases.ts'

/** The behaviour that PostgREST's reference documents, section by section, against a running server. */

const sections = [
  ...[
    'operators',
    'filters',
    'select',
    'json-columns',
    'ordering',
    'pagination',
    'embedding',
    'embedded-filters',
  ],
  ...['aggregates', 'functions', 'function-arguments', 'insert', 'update', 'upsert', 'delete', 'preferences'],
  ...[
    'errors',
    'media-types',
    'domain-representations',
    'transactions',
    'options',
    'schemas',
    'openapi',
    'auth',
  ],
] as const

/** The least share of each section's cases that match the reference. */
const MATCHING_SHARE_MIN = 0.95
const CASES_MIN = 1200

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']
const schema = readFileSync(path.join(import.meta.dirname, 'conformance-schema.sql'), 'utf8')
const all = sections.map((section) => ({ section, cases: readCases(section) }))

let api: DataApiFixture
let admin: Awaited<ReturnType<DataApiFixture['connect']>>
beforeAll(async () => {
  api = await openDataApi(schema)
  admin = await api.connect()
})
afterAll(async () => {
  await admin.end()
  await api[Symbol.asyncDispose]()
})

const keyFor = (as: string | undefined) => {
  if (as === undefined) return api.keyOf('service_role')
  if (as === 'anon') return api.keyOf('anon')
  if (as === 'nobody') return null
  return api.tokenFor({ role: as, sub: '00000000-0000-0000-0000-00000000000a' })
}

async function runStep({ method, path, headers, body, status, answered, expected }: Step) {
  const { as, ...sent } = headers
  const bytes = body?.startsWith('0x') ? Buffer.from(body.slice(2), 'hex') : body
  const answer = await api.send(path, {
    method,
    key: keyFor(as),
    headers: sent,
    ...(bytes !== undefined && { body: bytes }),
  })
  const came = {
    status: answer.status,
    headers: answered.map(([name, value]) => [name, matched(answer.headers.get(name), value)]),
    ...(expected && {
      body: expected.kind === 'text' || answer.body === undefined ? answer.text : answer.body,
    }),
  }
  const wanted = { status, headers: answered, ...(expected && { body: expected.value }) }
  if (expected?.kind === 'fields') expect(came).toMatchObject(wanted)
  else expect(came).toEqual(wanted)
}

/** The pattern if the header matches it, else the header. */
function matched(value: string | null, wanted: string) {
  const pattern = /^\/(.*)\/$/.exec(wanted)?.[1]
  if (pattern !== undefined && value !== null && new RegExp(pattern).test(value)) return wanted
  return value ?? ''
}

describe.each(all)('$section', ({ cases }) => {
  test.each(cases.map(({ line, text, steps }) => ({ line, text, steps })))(
    'line $line: $text',
    async ({ steps }) => {
      try {
        for (const step of steps) await runStep(step)
      } finally {
        if (steps.some(({ method }) => WRITES.includes(method))) await admin.query('select reset_items()')
      }
    },
  )

  test('matches the reference except for documented differences', () => {
    const matching = cases.filter(({ differs }) => !differs).length
    expect(matching / cases.length).toBeGreaterThanOrEqual(MATCHING_SHARE_MIN)
  })
})

test('there are at least as many distinct cases as documented', () => {
  const texts = all.flatMap(({ cases }) => cases.map(({ text }) => text))
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.length).toBeGreaterThanOrEqual(CASES_MIN)
})
