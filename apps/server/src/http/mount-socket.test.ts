import type { AddressInfo } from 'node:net'
import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { listAccountAudit } from '@basalt/contract/audit/audit.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../test/app-fixture.ts'
import { followClock } from '../test/examples/clock.endpoints.ts'
import { signUp } from '../test/people.ts'
import { mountSocket } from './mount-socket.ts'

/** A socket that the audit log records. */
const audited = { ...followClock, audit: { title: 'Follow the clock', reveals: true } } as const

test('an audited socket is in the log once it has ended, and also when it was refused', async () => {
  await using fixture = await openApp(
    {},
    {
      features: [
        ({ gates }) => ({ sockets: (app) => mountSocket(app, audited, gates.user, () => undefined) }),
      ],
    },
  )
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fixture.app.server.address() as AddressInfo
  const person = await signUp(fixture)
  const { body } = await person.call(createAccessToken, { body: { name: 'clock' } })
  const headers = { authorization: `Bearer ${body.token}` }
  const socket = new WebSocket(`ws://127.0.0.1:${port}${audited.path}`, { headers } as never)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const entries = async () =>
    (await person.call(listAccountAudit, { query: {} })).body.entries.filter(
      ({ action }) => action.name === audited.name,
    )
  expect(await entries()).toEqual([])
  socket.close()
  await waitFor(async () => (await entries()).length === 1)
  await person.send('GET', audited.path)
  await waitFor(async () => (await entries()).length === 2)
})
