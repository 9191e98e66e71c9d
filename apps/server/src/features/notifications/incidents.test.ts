import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { pauseProject, restoreProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { type Engine, EngineError, type InstanceEvent } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

/** A real engine that fails chosen methods and emits events on demand. */
function unreliableEngine() {
  const refused = new Set<keyof Engine>()
  const listeners = new Set<(event: InstanceEvent) => void>()
  const wrapEngine = (engine: Engine): Engine =>
    new Proxy(engine, {
      get(target, name) {
        const method = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...args: unknown[]) => {
          if (name === 'subscribe') listeners.add(args[0] as (event: InstanceEvent) => void)
          if (refused.has(name as keyof Engine))
            return Promise.reject(new EngineError('disk_full', 'The disk is full'))
          return method.apply(target, args)
        }
      },
    })
  return {
    wrapEngine,
    refused,
    emit: (event: InstanceEvent) => {
      for (const listener of listeners) listener(event)
    },
  }
}

const inboxOf = async (person: Person) => (await person.call(listNotifications)).body

test('a project incident is reported once, and again each time it recurs', async () => {
  await using ground = await newBase()
  const engine = unreliableEngine()
  await using fixture = await openAppOn(ground, engine)
  const owner = await signUp(fixture)
  engine.refused.add('create')
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'INIT_FAILED')
  await waitFor(async () => (await inboxOf(owner)).length === 1)
  expect(await inboxOf(owner)).toMatchObject([
    {
      name: 'project_creation_failed',
      priority: 'Critical',
      data: {
        title: 'Shop could not be set up',
        message: expect.stringContaining('The disk is full'),
        project_ref: ref,
        actions: [{ label: 'Try again', action_type: 'restore_project' }, { label: 'Open project' }],
      },
    },
  ])

  engine.refused.clear()
  await owner.call(restoreProject, { params: { ref } })
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const becomes = async (name: string, occurrences: number) => {
    await waitFor(async () => (await inboxOf(owner))[0]?.name === name)
    expect(await inboxOf(owner)).toMatchObject([{ name, status: 'new', meta: { occurrences } }])
  }
  engine.emit({ id: ref, state: 'failed', failure: 'The database crashed', willRestart: true })
  await becomes('project_crashed', 2)
  engine.emit({ id: ref, state: 'failed', failure: 'The database crashed', willRestart: false })
  await becomes('project_down', 3)

  engine.refused.add('stop')
  await owner.call(pauseProject, { params: { ref } })
  await reaches(owner, ref, 'PAUSE_FAILED')
  await becomes('project_pause_failed', 4)
  engine.refused.clear()
  await owner.call(pauseProject, { params: { ref } })
  await reaches(owner, ref, 'INACTIVE')
  engine.refused.add('start')
  await owner.call(restoreProject, { params: { ref } })
  await reaches(owner, ref, 'RESTORE_FAILED')
  await becomes('project_restore_failed', 5)
  engine.refused.clear()
})
