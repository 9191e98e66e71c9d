import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createAccessToken } from '@basalt/contract/access/access.endpoints.ts'
import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, personWith, reaches, signUp } from '../../test/people.ts'

const GUIDE = new URL('../../../../../docs/guides/branches.md', import.meta.url)

/** What git allows in names, and shells, URLs and JSON do not take as it is. */
const BRANCH = 'feature/a+b&c="d" #7'

const run = promisify(execFile)

/** The two commands of the guide, which make a branch and remove it. */
let recipe: string[]
beforeAll(async () => {
  const [, commands] = /## One branch for each pull request\n.*?```sh\n(.*?)\n```/s.exec(
    await readFile(GUIDE, 'utf8'),
  )!
  recipe = commands!.split('\n')
})

const hasPrograms = () =>
  run('sh', ['-c', 'command -v curl && command -v jq']).then(
    () => true,
    () => false,
  )

/** Runs a command of the guide as a job would. */
function jobOn(origin: string, variables: Record<string, string>) {
  return async (command: string | undefined) => {
    const { stdout, stderr } = await run('sh', ['-eu', '-c', command!], {
      env: { PATH: process.env.PATH, BASALT_URL: origin, BRANCH, ...variables },
    })
    expect(stderr).toBe('')
    return JSON.parse(stdout) as Branch
  }
}

async function makesAndRemoves(
  fixture: AppFixture,
  person: Person,
  ref: string,
  variables: Record<string, string>,
) {
  const origin = await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  const job = jobOn(origin, { REF: ref, ...variables })
  const [make, remove] = recipe
  const branches = async () => (await person.call(listBranches, { params: { ref }, query: {} })).body
  const made = await job(make)
  expect(made).toMatchObject({ name: BRANCH, git_branch: BRANCH, status: 'COMING_UP' })
  await reaches(person, made.project_ref, 'ACTIVE_HEALTHY')
  expect(await job(make)).toMatchObject({ code: 'conflict' })
  expect(await job(remove)).toMatchObject({ id: made.id, status: 'GOING_DOWN' })
  await waitFor(async () => (await branches()).length === 1)
}

test('the commands of the guide make a branch for a git branch and remove it, with a token for that project', async ({
  skip,
}) => {
  if (!(await hasPrograms())) skip('curl and jq are missing')
  await using fixture = await openApp()
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const { body } = await owner.call(createAccessToken, { body: { name: 'CI', project_ref: ref } })
  await makesAndRemoves(fixture, owner, ref, { BASALT_TOKEN: body.token })
  expect((await owner.send('POST', `/v1/projects/${ref}/branches`)).body).toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('Name the branch'),
  })
})

test('the commands of the guide work in the self-hosted edition without a token', async ({ skip }) => {
  if (!(await hasPrograms())) skip('curl and jq are missing')
  await using fixture = await openApp({ BASALT_EDITION: 'self-hosted' })
  await fixture.prepare()
  await fixture.lifecycle.resume()
  const somebody = personWith(fixture.app, '', { host: 'localhost:80', origin: 'http://localhost:80' })
  await reaches(somebody, 'default', 'ACTIVE_HEALTHY')
  await makesAndRemoves(fixture, somebody, 'default', { BASALT_TOKEN: '' })
})
