import { getHealth, getInstallationConfig } from '@basalt/contract/installation/installation.endpoints.ts'
import { deleteProject, getProject, listProjects } from '@basalt/contract/projects/projects.endpoints.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { personWith, reaches, signUp } from '../../test/people.ts'

const visitor = (fixture: Awaited<ReturnType<typeof openApp>>, host = 'localhost:80') =>
  personWith(fixture.app, '', { host, origin: `http://${host}` })

test('health and configuration are public, and set-up is required until there is an owner', async () => {
  await using fixture = await openApp({ BASALT_DISABLED_FEATURES: 'projects:create' })
  expect((await visitor(fixture).call(getHealth)).body).toEqual({ status: 'ok', version: '0.0.0-test' })
  const config = async () => (await visitor(fixture).call(getInstallationConfig)).body
  expect(await config()).toEqual({
    edition: 'platform',
    version: '0.0.0-test',
    setup_required: true,
    disabled_features: ['projects:create', 'dashboard_auth:reset_by_mail'],
    origin: 'http://localhost:80',
  })
  await signUp(fixture)
  expect(await config()).toMatchObject({ setup_required: false })
})

test('the origin of the installation is the configured one, whichever host a browser uses', async () => {
  await using fixture = await openApp({ BASALT_PUBLIC_URL: 'https://basalt.example.com' })
  const { body } = await visitor(fixture).call(getInstallationConfig)
  expect(body.origin).toBe('https://basalt.example.com')
})

test('the self-hosted edition serves one project without sign-in, to this machine only', async () => {
  await using fixture = await openApp({ BASALT_EDITION: 'self-hosted' })
  await fixture.prepare()
  await fixture.prepare()
  await fixture.lifecycle.resume()
  const somebody = visitor(fixture)
  const project = await reaches(somebody, 'default', 'ACTIVE_HEALTHY')
  expect((await somebody.call(listProjects)).body).toEqual([project])
  expect((await somebody.call(deleteProject, { params: { ref: 'default' } })).status).toBe(403)
  expect(
    (await visitor(fixture, 'rebound.example.com').call(getProject, { params: { ref: 'default' } })).status,
  ).toBe(403)
})
