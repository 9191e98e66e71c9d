import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccessToken, deleteAccessToken, signOut } from '@basalt/contract/access/access.endpoints.ts'
import { updateSubscription } from '@basalt/contract/billing/billing.endpoints.ts'
import { streamEvents } from '@basalt/contract/events/events.endpoints.ts'
import { PlatformEvent } from '@basalt/contract/events/events.schema.ts'
import { createNotification } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import {
  anOrganization,
  aProject,
  PASSWORD,
  type Person,
  reaches,
  signInAs,
  signUp,
} from '../../test/people.ts'

let fixture: AppFixture
/** The number of listeners when no page is open: parts of the server itself. */
let serverListeners: number
beforeAll(async () => {
  fixture = await openApp()
  serverListeners = fixture.bus.listenerCount()
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Listens with an access token of a person. */
async function listen(person: Person) {
  const { body } = await person.call(createAccessToken, { body: { name: 'listener' } })
  return { ...(await listenWith({ authorization: `Bearer ${body.token}` })), tokenId: body.id }
}

/** Listens as a browser would; `text` is everything received so far. */
async function listenWith(headers: Readonly<Record<string, string>>) {
  const { port } = fixture.app.server.address() as AddressInfo
  const request = http.get({ port, path: streamEvents.path, headers })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const received = {
    status: response.statusCode,
    type: response.headers['content-type'],
    text: '',
    isClosed: false,
  }
  response
    .on('error', () => undefined)
    .on('close', () => {
      received.isClosed = true
    })
  response.setEncoding('utf8').on('data', (chunk) => {
    received.text += chunk
  })
  return { received, stop: () => request.destroy() }
}

const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .filter((part) => part.startsWith('data: '))
    .map((part) => PlatformEvent.parse(JSON.parse(part.slice('data: '.length))))

test('a member receives every change of a project at once, a stranger receives none', async () => {
  const owner = await signUp(fixture)
  const stranger = await signUp(fixture)
  const [mine, theirs] = [await listen(owner), await listen(stranger)]
  expect(mine.received).toMatchObject({ status: 200, type: 'text/event-stream' })

  const organization = await anOrganization(owner)
  const { ref } = await aProject(owner, organization)
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  await waitFor(() => mine.received.text.includes('ACTIVE_HEALTHY'))
  expect(eventsIn(mine.received.text)).toMatchObject([
    { type: 'members', organization_slug: organization.slug },
    { type: 'project', project: { ref, status: 'COMING_UP' } },
    { type: 'project', project: { ref, status: 'ACTIVE_HEALTHY' } },
  ])
  expect(eventsIn(theirs.received.text)).toEqual([])
  mine.stop()
  theirs.stop()
})

test('a change of plan is published to the members of the organization', async () => {
  const owner = await signUp(fixture)
  const { slug } = await anOrganization(owner)
  const { received, stop } = await listen(owner)
  await owner.call(updateSubscription, { params: { slug }, body: { plan: 'team' } })
  await waitFor(() => eventsIn(received.text).length > 0)
  expect(eventsIn(received.text)).toEqual([{ type: 'organization', organization_slug: slug }])
  stop()
})

test('the number of unread notifications is pushed to their reader only', async () => {
  const owner = await signUp(fixture)
  const stranger = await signUp(fixture)
  const [mine, theirs] = [await listen(owner), await listen(stranger)]
  const { slug } = await anOrganization(owner)
  await owner.call(createNotification, { params: { slug }, body: { title: 'Hello', priority: 'Warning' } })
  await waitFor(() => eventsIn(mine.received.text).length > 1)
  expect(eventsIn(mine.received.text)).toEqual([
    { type: 'members', organization_slug: slug },
    {
      type: 'notification_summary',
      summary: { unread_count: 1, has_warning: true, has_critical: false },
    },
  ])
  expect(eventsIn(theirs.received.text)).toEqual([])
  mine.stop()
  theirs.stop()
})

test('a stream begins with how long it has been quiet for its listener', async () => {
  const owner = await signUp(fixture)
  const before = performance.now()
  await anOrganization(owner)
  const { received, stop } = await listen(owner)
  const [, quietMs] = await waitFor(() => /^event: quiet\ndata: (\d+)\n\n/m.exec(received.text))
  // Since the organization was created, not since the server started.
  expect(Number(quietMs)).toBeLessThanOrEqual(performance.now() - before)
  stop()
})

test('a listener that disconnects is removed', async () => {
  const owner = await signUp(fixture)
  const hasListeners = (pages: number) =>
    waitFor(() => fixture.bus.listenerCount() === serverListeners + pages)
  // Listeners of earlier tests may not be removed yet.
  await hasListeners(0)
  const { stop } = await listen(owner)
  await hasListeners(1)
  stop()
  await hasListeners(0)
})

test('a stream ends with its session or access token, and others stay open', async () => {
  const person = await signUp(fixture)
  const other = await signInAs(fixture, person.email, PASSWORD)
  const [byToken, openToken] = [await listen(person), await listen(person)]
  const [bySession, openSession] = [await listenWith(other.headers), await listenWith(person.headers)]
  await person.call(deleteAccessToken, { params: { id: byToken.tokenId } })
  await other.call(signOut)
  await waitFor(() => byToken.received.isClosed && bySession.received.isClosed)
  expect([openToken, openSession].map(({ received }) => received.isClosed)).toEqual([false, false])
  // Such as notices of the sign-in.
  const before = byToken.received.text + bySession.received.text
  const { slug } = await anOrganization(person)
  await waitFor(() => [openToken, openSession].every(({ received }) => received.text.includes(slug)))
  expect(byToken.received.text + bySession.received.text).toBe(before)
  for (const { stop } of [openToken, openSession]) stop()
})
