import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getHealth } from '@basalt/contract/installation/installation.endpoints.ts'
import { listOrganizations } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, reaches, signUp } from '../../test/people.ts'

const TOKEN = 'a-token-for-scrapers'
let fixture: AppFixture
beforeAll(async () => {
  fixture = await openApp({ BASALT_METRICS_TOKEN: TOKEN })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const scrape = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  fixture.app.inject({ url: '/metrics', headers, remoteAddress })
const metricOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  )

test('a local scraper reads counts and no names', async () => {
  const owner = await signUp(fixture)
  const project = await aProject(owner, await anOrganization(owner))
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
  const { statusCode, headers, body } = await scrape()
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(metricOf(body, 'basalt_metadata_up')).toBe(1)
  expect(metricOf(body, 'basalt_projects{status="ACTIVE_HEALTHY"}')).toBe(1)
  expect(metricOf(body, 'basalt_projects_asleep')).toBe(0)
  expect(metricOf(body, 'basalt_disk_free_bytes')).toBeGreaterThan(0)
  expect(metricOf(body, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
  for (const name of [project.ref, project.name, owner.email]) expect(body).not.toContain(name)
  for (const line of body.trimEnd().split('\n'))
    expect(line).toMatch(
      /^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? (?:[\d.e+-]+|Nan))$/,
    )
})

test('the counters of the poolers are there for each mode', async () => {
  const { body } = await scrape()
  for (const mode of ['session', 'transaction']) {
    expect(metricOf(body, `basalt_pooler_clients{mode="${mode}",state="waiting"}`)).toBe(0)
    expect(metricOf(body, `basalt_pooler_servers{mode="${mode}",state="active"}`)).toBe(0)
    expect(metricOf(body, `basalt_pooler_timeouts_total{mode="${mode}"}`)).toBe(0)
    expect(metricOf(body, `basalt_pooler_closed_total{mode="${mode}",reason="lost"}`)).toBe(0)
  }
})

test('every metric that the dashboard for Grafana shows exists', async () => {
  const { body } = await scrape()
  const dashboard = readFileSync(
    path.join(import.meta.dirname, '../../../../../docs/grafana/basalt.json'),
    'utf8',
  )
  const shown = new Set(dashboard.match(/\b(?:basalt|process|nodejs)_[a-z0-9_]+/g))
  expect(shown.size).toBeGreaterThan(15)
  for (const name of shown) expect(body, name).toMatch(new RegExp(`^${name}[ {]`, 'm'))
})

test('durations are counted by area', async () => {
  const count = (text: string, area: string) =>
    metricOf(text, `basalt_http_request_duration_seconds_count{area="${area}",code="2xx"}`) || 0
  const before = (await scrape()).body
  const user = await signUp(fixture)
  await user.call(listOrganizations)
  const after = (await scrape()).body
  expect(count(after, 'platform') - count(before, 'platform')).toBe(2)
})

test('responses are counted by the class of their status', async () => {
  const before = (await scrape()).body
  await fixture.app.inject(getHealth.path)
  await fixture.app.inject('/nowhere')
  const after = (await scrape()).body
  const grown = (name: string) => metricOf(after, name) - metricOf(before, name)
  expect(grown('basalt_http_requests_total{code="2xx"}')).toBe(2)
  expect(grown('basalt_http_requests_total{code="4xx"}')).toBe(1)
})

test('remote or proxied scrapers need the token', async () => {
  expect((await scrape({}, '192.0.2.7')).statusCode).toBe(403)
  expect((await scrape({ 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(403)
  expect((await scrape({ authorization: 'Bearer guess' }, '192.0.2.7')).statusCode).toBe(403)
  expect((await scrape({ authorization: `Bearer ${TOKEN}` }, '192.0.2.7')).statusCode).toBe(200)
})
