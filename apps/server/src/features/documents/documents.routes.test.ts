import { getLegalDocuments } from '@basalt/contract/documents/documents.endpoints.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, signUp } from '../../test/people.ts'

test('a member reads licences and data location of an organization, a stranger does not', async () => {
  await using fixture = await openApp({
    BASALT_CLI_RELEASES_URL: 'https://releases.example.com:8443/list?x=1',
    BASALT_SMTP_URL: 'smtps://user:password@mail.example.com:465',
    BASALT_MAIL_FROM: 'basalt@example.com',
  })
  const owner = await signUp(fixture)
  const { slug } = await anOrganization(owner)
  const { status, body } = await owner.call(getLegalDocuments, { params: { slug } })
  expect(status).toBe(200)
  expect(body.licence).toMatchObject({
    name: 'Apache License 2.0',
    text: expect.stringContaining('Apache License'),
  })
  expect(body.third_party).toContainEqual({
    name: 'fastify',
    version: expect.stringMatching(/^\d/),
    licence: 'MIT',
  })
  expect(body.data_location).toEqual({
    metadata: 'embedded',
    releases_host: 'releases.example.com:8443',
    mail_host: 'mail.example.com:465',
  })
  const stranger = await signUp(fixture)
  expect((await stranger.call(getLegalDocuments, { params: { slug } })).status).toBe(404)
})
