import { listBackups } from '@basalt/contract/backups/backups.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { putToSleep } from '@basalt/contract/sleep/sleep.endpoints.ts'
import { getUpgradeNeeds } from '@basalt/contract/upgrades/upgrades.endpoints.ts'
import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { newBase, openAppOn } from '../../test/app-fixture.ts'
import { anOrganization, aProject, PASSWORD, reaches, signInAs, signUp } from '../../test/people.ts'

const EMAIL = 'owner@example.com'

const withVersion = (version: string) => (engine: Engine) =>
  new Proxy(engine, {
    get(target, name) {
      if (name === 'version') return version
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

test('a project is backed up before it is used with another minor version of PostgreSQL, also when it slept', async () => {
  await using base = await newBase()
  let running: string
  let sleeping: string
  {
    await using fixture = await openAppOn(base, { wrapEngine: withVersion('18.4') })
    const owner = await signUp(fixture, EMAIL)
    const organization = await anOrganization(owner)
    running = (await aProject(owner, organization)).ref
    sleeping = (await aProject(owner, organization)).ref
    for (const ref of [running, sleeping]) await reaches(owner, ref, 'ACTIVE_HEALTHY')
    await owner.call(putToSleep, { params: { ref: sleeping } })
    expect((await owner.call(listBackups, { params: { ref: running } })).body.backups).toEqual([])
  }
  {
    await using fixture = await openAppOn(base, { wrapEngine: withVersion('18.5') })
    await fixture.lifecycle.markStopped()
    await fixture.lifecycle.resume()
    const owner = await signInAs(fixture, EMAIL, PASSWORD)
    await reaches(owner, running, 'ACTIVE_HEALTHY')
    const { body } = await owner.call(runQuery, {
      params: { ref: sleeping },
      body: { query: 'select 1 as n; create table reg (t regclass, o regproc)' },
    })
    expect(body).toEqual([])
    for (const ref of [running, sleeping])
      await waitFor(async () => {
        const { backups } = (await owner.call(listBackups, { params: { ref } })).body
        expect(backups).toMatchObject([{ name: 'Before PostgreSQL 18.5', status: 'COMPLETED' }])
        return backups[0]!.verified_at !== null
      })
    const { body: needed } = await owner.call(getUpgradeNeeds, { params: { ref: sleeping } })
    expect(needed).toMatchObject({
      next_start_version: '18.5',
      current_version: expect.stringMatching(/^18\./),
      move_seconds: { from: 6 },
      steps: expect.arrayContaining([expect.stringContaining('rehearsal')]),
    })
    expect(needed.findings.map(({ topic, name }) => [topic, name])).toEqual(
      expect.arrayContaining([
        ['reg_column', 'public.reg.o'],
        ['no_primary_key', 'public.reg'],
      ]),
    )
    expect(needed.findings.some(({ name }) => name === 'public.reg.t')).toBe(false)
  }
})
