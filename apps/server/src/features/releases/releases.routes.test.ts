import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import {
  listNotifications,
  updateNotifications,
} from '@basalt/contract/notifications/notifications.endpoints.ts'
import { getCliReleaseVersion, getDeploymentCommit } from '@basalt/contract/releases/releases.endpoints.ts'
import { DEPLOYMENT_FILE } from '@basalt/contract/releases/releases.schema.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { type Person, personWith, signUp } from '../../test/people.ts'

test('returns the commit the dashboard was built from, or nulls when unknown', async () => {
  await using fixture = await openApp()
  const visitor = personWith(fixture.app, '', { host: 'localhost:80' })
  const deployed = async () => (await visitor.call(getDeploymentCommit)).body
  const nothing = { commitSha: null, commitTime: null }
  const file = path.join(fixture.config.dashboardDir, DEPLOYMENT_FILE)
  expect(await deployed()).toEqual(nothing)

  mkdirSync(path.dirname(file), { recursive: true })
  const commit = { commitSha: 'a1b2c3', commitTime: '2026-03-01T12:00:00+01:00' }
  writeFileSync(file, JSON.stringify(commit))
  expect(await deployed()).toEqual(commit)

  writeFileSync(file, '{"commitSha":')
  expect(await deployed()).toEqual(nothing)
})

/** A real HTTP server that lists releases, as a code host does. */
async function aReleaseList() {
  const list = { answer: '[]', status: 200, requests: 0 }
  const server = createServer((_request, response) => {
    list.requests++
    response.writeHead(list.status, { 'content-type': 'application/json' }).end(list.answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    list,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const released = (tag_name: string) =>
  JSON.stringify([{ tag_name, published_at: '2026-03-01T12:00:00Z', prerelease: false }])

test('the first account is notified once of a newer release, and a failed check changes nothing', async () => {
  await using source = await aReleaseList()
  await using fixture = await openApp({ BASALT_CLI_RELEASES_URL: source.url })
  const owner = await signUp(fixture)
  const other = await signUp(fixture)
  const known = async () => (await owner.call(getCliReleaseVersion)).body
  const inbox = async (person: Person) => (await person.call(listNotifications)).body
  expect(await known()).toEqual({ current: 'v0.0.0-test' })

  source.list.answer = released('v0.1.0')
  await fixture.releases.check()
  const found = { current: 'v0.0.0-test', latest: 'v0.1.0', published_at: '2026-03-01T12:00:00Z' }
  expect(await known()).toEqual(found)
  const [notice] = await inbox(owner)
  expect(notice).toMatchObject({
    name: 'new_version',
    status: 'new',
    data: { title: 'Basalt v0.1.0 is available' },
  })
  expect(await inbox(other)).toEqual([])

  await owner.call(updateNotifications, { body: [{ id: notice!.id, status: 'archived' }] })
  await fixture.releases.check()
  expect(await inbox(owner)).toEqual([])

  source.list.status = 500
  await expect(fixture.releases.check()).rejects.toThrow('answered 500')
  Object.assign(source.list, { status: 200, answer: '<html>' })
  await expect(fixture.releases.check()).rejects.toThrow(SyntaxError)
  expect(await known()).toEqual(found)
  expect(source.list.requests).toBe(4)

  source.list.answer = released('v0.2.0')
  await fixture.releases.check()
  expect((await inbox(owner)).map(({ data }) => data.title)).toEqual(['Basalt v0.2.0 is available'])
})

test('without a release list nothing is fetched and only the running version is returned', async () => {
  await using fixture = await openApp()
  const owner = await signUp(fixture)
  await fixture.releases.check()
  expect((await owner.call(getCliReleaseVersion)).body).toEqual({ current: 'v0.0.0-test' })
})
