import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { sqlQuickstarts } from '@basalt/contract/snippets/sql-quickstarts.ts'
import { sqlTemplates } from '@basalt/contract/snippets/sql-templates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let project: Project
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  project = await aProject(owner, await anOrganization(owner))
  await reaches(owner, project.ref, 'ACTIVE_HEALTHY')
})
afterAll(() => fixture[Symbol.asyncDispose]())

test.each([...sqlTemplates, ...sqlQuickstarts])(
  '$title runs on a new project, and runs again',
  async ({ sql }) => {
    for (const time of ['first', 'second']) {
      const { status, body } = await owner.call(runQuery, {
        params: { ref: project.ref },
        body: { query: sql },
      })
      expect(status, `${time}: ${JSON.stringify(body)}`).toBe(200)
    }
  },
)
