import { createAccessToken, deleteAccessToken, signOut } from '@basalt/contract/access/access.endpoints.ts'
import { removeMember, updateMember } from '@basalt/contract/members/members.endpoints.ts'
import type { Organization } from '@basalt/contract/organizations/organizations.schema.ts'
import { updateProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { listTableViews } from '@basalt/contract/table-views/table-views.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { aMember, anOrganization, aProject, type Person, personWith, signUp } from '../../test/people.ts'

let fixture: AppFixture
let owner: Person
let organization: Organization
let ref: string
let statements = 0
beforeAll(async () => {
  fixture = await openApp(
    {},
    {
      wrapMetadata: (metadata) =>
        metadata.withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            statements += 1
            return result
          },
        }),
    },
  )
  owner = await signUp(fixture)
  organization = await anOrganization(owner)
  ref = (await aProject(owner, organization)).ref
})
afterAll(() => fixture[Symbol.asyncDispose]())

const look = (person: Person) =>
  person.call(listTableViews, { params: { ref }, query: { schema: 'public', table: 'any' } })

async function withToken(person: Person) {
  const { body } = await person.call(createAccessToken, { body: { name: 'script' } })
  return {
    id: body.id,
    script: personWith(fixture.app, person.email, { authorization: `Bearer ${body.token}` }),
  }
}

test('a call on a project asks the metadata once who calls and what they may do', async () => {
  const { script } = await withToken(owner)
  for (const person of [owner, script]) {
    const counts: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      statements = 0
      expect((await look(person)).status).toBe(200)
      counts.push(statements)
    }
    // The other one reads the views. Whatever the server does meanwhile counts too.
    expect(Math.min(...counts)).toBe(2)
  }
})

test('what is known of the project and of its caller is what the next call finds', async () => {
  const { body: renamed } = await owner.call(updateProject, { params: { ref }, body: { name: 'Renamed' } })
  expect(renamed).toMatchObject({ ref, name: 'Renamed', created_at: expect.stringMatching(/^\d{4}-.*Z$/) })

  const { slug } = organization
  const member = await aMember(fixture, owner, slug)
  const { id, script } = await withToken(member)
  const statuses = async () => [(await look(member)).status, (await look(script)).status]
  expect(await statuses()).toEqual([200, 200])
  const rename = () => member.call(updateProject, { params: { ref }, body: { name: 'Mine' } })
  await owner.call(updateMember, { params: { slug, id: member.id }, body: { role_id: 'read_only' } })
  expect((await rename()).status).toBe(403)
  await member.call(deleteAccessToken, { params: { id } })
  expect(await statuses()).toEqual([200, 401])
  await owner.call(removeMember, { params: { slug, id: member.id } })
  expect((await look(member)).status).toBe(404)
  await owner.send('POST', signOut.path)
  expect((await look(owner)).status).toBe(401)
})
