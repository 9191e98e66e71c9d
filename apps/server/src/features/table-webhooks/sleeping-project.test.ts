import { randomUUID } from 'node:crypto'
import { createTableWebhook } from '@basalt/contract/table-webhooks/table-webhooks.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openSleepingProject } from '../../test/sleeping-project.ts'
import { openReceiver } from '../../test/webhook-receiver.ts'

test('a project with webhooks falls asleep, and a server wakes it when an event is due', async () => {
  await using receiver = await openReceiver()
  await using project = await openSleepingProject({ env: { BASALT_PRIVATE_NETWORKS: 'allow' } })
  const { owner, ref, ask, tableWebhooks, clock } = project
  await tableWebhooks.start()
  await ask('create table orders (id int primary key)')
  const body = {
    id: randomUUID(),
    name: 'x',
    schema: 'public',
    table: 'orders',
    events: ['INSERT'],
    url: receiver.url,
  }
  expect((await owner.call(createTableWebhook, { params: { ref }, body })).status).toBe(201)

  receiver.answers(500)
  await ask('insert into orders values (1)')
  await tableWebhooks.settled(ref)
  for (const seconds of [10, 60, 300]) {
    clock.advance({ seconds })
    await tableWebhooks.settled(ref)
  }
  expect(receiver.received).toHaveLength(4)
  // The next attempt is due in half an hour.
  await project.fallsAsleep()

  await tableWebhooks.close()
  receiver.answers(200)
  clock.advance({ minutes: 30 })
  await tableWebhooks.start()
  await waitFor(() => receiver.received.length === 5)
  expect((await project.project()).asleep_since).toBeNull()
  await tableWebhooks.settled(ref)
  await project.fallsAsleep()
  expect(receiver.received).toHaveLength(5)
})

test('an event of a project that is put to sleep at once is delivered', async () => {
  await using receiver = await openReceiver()
  await using project = await openSleepingProject({ env: { BASALT_PRIVATE_NETWORKS: 'allow' } })
  const { owner, ref, ask, tableWebhooks } = project
  await ask('create table orders (id int primary key)')
  const body = {
    id: randomUUID(),
    name: 'x',
    schema: 'public',
    table: 'orders',
    events: ['INSERT'],
    url: receiver.url,
  }
  await owner.call(createTableWebhook, { params: { ref }, body })
  await tableWebhooks.close()
  await ask('insert into orders values (1)')
  await project.fallsAsleep()
  expect(receiver.received).toEqual([])
  await tableWebhooks.start()
  await waitFor(() => receiver.received.length === 1)
})
