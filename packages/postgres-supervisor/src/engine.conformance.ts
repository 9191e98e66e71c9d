import { describe, expect, onTestFinished, test } from 'vitest'
import type { Engine, InstanceEvent } from './engine.ts'

export interface EngineUnderTest {
  engine: Engine
  /** Runs one statement on a running instance as its superuser. */
  query: (endpoint: { host: string; port: number }, sql: string, password: string) => Promise<unknown[]>
}

const PASSWORD = 'first password'

/** The tests that every engine has to pass, whatever it runs servers on. `open` returns an empty engine. */
export const engineConformance = (name: string, open: () => Promise<EngineUnderTest>) =>
  describe(`engine: ${name}`, () => {
    const opened = async () => {
      const subject = await open()
      onTestFinished(() => subject.engine.close())
      return subject
    }

    test('an instance is created, run, stopped and removed, and its data survives restarts', async () => {
      const { engine, query } = await opened()
      const events: InstanceEvent[] = []
      engine.subscribe((event) => events.push(event))

      await engine.create('one', { superuserPassword: PASSWORD })
      expect(await engine.exists('one')).toBe(true)
      expect((await engine.facts('one')).state).toBe('stopped')
      expect(await engine.endpoint('one')).toBeUndefined()

      const endpoint = await engine.start('one')
      expect(await engine.endpoint('one')).toEqual(endpoint)
      await query(endpoint, 'create table kept as select 42 as answer', PASSWORD)
      expect(await engine.start('one')).toEqual(endpoint)

      await engine.stop('one')
      expect((await engine.facts('one')).endpoint).toBeUndefined()
      const { host, port } = endpoint
      expect(await engine.networkAddress('one')).toMatchObject({
        host,
        port,
        addresses: expect.arrayContaining([host]),
      })
      await expect(query(endpoint, 'select', PASSWORD)).rejects.toThrow()
      expect(await query(await engine.restart('one'), 'select answer from kept', PASSWORD)).toEqual([
        { answer: 42 },
      ])

      await engine.destroy('one')
      expect(await engine.exists('one')).toBe(false)
      await expect(engine.start('one')).rejects.toMatchObject({ code: 'no_such_instance' })
      expect(events.map(({ state }) => state)).toEqual([
        'starting',
        'running',
        'stopping',
        'stopped',
        'starting',
        'running',
        'stopping',
        'stopped',
      ])
    })

    test('a running instance reports its version, size, start and log', async () => {
      const { engine, query } = await opened()
      await engine.create('one', { superuserPassword: PASSWORD })
      const endpoint = await engine.start('one')
      const facts = await engine.facts('one')
      expect(facts).toMatchObject({ state: 'running', endpoint, version: expect.stringMatching(/^18\.\d+$/) })
      expect(facts.diskBytes).toBeGreaterThan(20_000_000)
      expect(Date.now() - facts.startedAt!.getTime()).toBeLessThan(60_000)

      await expect(query(endpoint, 'select * from nowhere', PASSWORD)).rejects.toThrow('does not exist')
      await expect
        .poll(async () =>
          (await engine.logs('one', { limit: 20 })).find(({ sqlstate }) => sqlstate === '42P01'),
        )
        .toMatchObject({
          severity: 'ERROR',
          message: expect.stringContaining('nowhere'),
          database: 'postgres',
        })
      // Any statement may contain a password.
      expect(JSON.stringify(await engine.logs('one', { limit: 20 }))).not.toContain('select * from')
      expect(await engine.logs('one', { limit: 1 })).toHaveLength(1)
    })

    test('the free space of the instances’ disk is positive and within its size', async () => {
      const { engine } = await opened()
      const { totalBytes, freeBytes } = await engine.disk()
      expect(freeBytes).toBeGreaterThan(0)
      expect(freeBytes).toBeLessThanOrEqual(totalBytes)
    })

    test('a copy has the data of a running instance and then its own', async () => {
      const { engine, query } = await opened()
      await engine.create('one', { superuserPassword: PASSWORD })
      const one = await engine.start('one')
      await query(one, 'create table kept as select 42 as answer', PASSWORD)
      await engine.copy('two', {
        source: { id: 'one', superuserPassword: PASSWORD },
        superuserPassword: 'second password',
      })
      await query(one, 'drop table kept', PASSWORD)
      const two = await engine.start('two')
      expect(await query(two, 'select answer from kept', 'second password')).toEqual([{ answer: 42 }])
      const shared = await engine.sharedBytes('two')
      if (await engine.canShareBlocks()) expect(shared ?? 1).toBeGreaterThan(0)
      else expect(shared).toBe(0)
    })

    test('each instance accepts only the password it was created with', async () => {
      const { engine, query } = await opened()
      await engine.create('one', { superuserPassword: PASSWORD })
      await engine.create('two', { superuserPassword: 'second password' })
      const [one, two] = await Promise.all([engine.start('one'), engine.start('two')])
      expect(await query(two, 'select 1 as n', 'second password')).toEqual([{ n: 1 }])
      await expect(query(two, 'select 1', PASSWORD)).rejects.toMatchObject({ code: '28P01' })
      await expect(query(one, 'select 1', '')).rejects.toThrow()
    })

    test('creating an existing instance is refused, removing a missing one does nothing', async () => {
      const { engine } = await opened()
      await engine.create('one', { superuserPassword: PASSWORD })
      await expect(engine.create('one', { superuserPassword: PASSWORD })).rejects.toMatchObject({
        code: 'already_exists',
      })
      await engine.destroy('never-made')
      await engine.stop('one')
      await expect(engine.facts('never-made')).rejects.toMatchObject({ code: 'no_such_instance' })
    })

    test('concurrent operations on an instance run one after another', async () => {
      const { engine } = await opened()
      await engine.create('one', { superuserPassword: PASSWORD })
      const [, stopped, started] = await Promise.allSettled([
        engine.start('one'),
        engine.stop('one'),
        engine.start('one'),
      ])
      expect([stopped.status, started.status]).toEqual(['fulfilled', 'fulfilled'])
      expect((await engine.facts('one')).state).toBe('running')
    })

    test('stopping while starting ends stopped', async () => {
      const { engine } = await opened()
      await engine.create('one', { superuserPassword: PASSWORD })
      const starting = engine.start('one').catch(() => {})
      await engine.stop('one')
      await starting
      expect((await engine.facts('one')).state).toBe('stopped')
    })

    test('a closed engine has stopped everything and refuses work', async () => {
      const { engine, query } = await opened()
      await engine.create('one', { superuserPassword: PASSWORD })
      const endpoint = await engine.start('one')
      await engine.close()
      await expect(query(endpoint, 'select', PASSWORD)).rejects.toThrow()
      await expect(engine.start('one')).rejects.toMatchObject({ code: 'not_ready' })
    })
  })
