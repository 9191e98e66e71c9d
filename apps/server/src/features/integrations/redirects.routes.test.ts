import {
  getCloudMarketplaceRedirect,
  getVercelRedirect,
} from '@basalt/contract/integrations/redirects.endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { anOrganization, type Person, signUp } from '../../test/people.ts'

let configured: AppFixture
let bare: AppFixture
beforeAll(async () => {
  configured = await openApp({
    BASALT_CLOUD_MARKETPLACE_URL: 'https://market.example.com/orgs?name={slug}',
    BASALT_VERCEL_URL: 'https://vercel.example.com/{installation_id}/settings',
  })
  bare = await openApp()
})
afterAll(async () => {
  await configured[Symbol.asyncDispose]()
  await bare[Symbol.asyncDispose]()
})

const getRedirects = async (person: Person, installation_id = 'icfg_1') => {
  const { slug } = await anOrganization(person)
  return {
    slug,
    marketplace: await person.call(getCloudMarketplaceRedirect, { params: { slug } }),
    vercel: await person.call(getVercelRedirect, { params: { installation_id } }),
  }
}

test('the redirects lead to the configured URLs', async () => {
  const { slug, marketplace, vercel } = await getRedirects(await signUp(configured))
  expect(marketplace.body).toEqual({ url: `https://market.example.com/orgs?name=${slug}` })
  expect(vercel.body).toEqual({ url: 'https://vercel.example.com/icfg_1/settings' })
})

test('without a configured URL the error names the variable to set', async () => {
  const { marketplace, vercel } = await getRedirects(await signUp(bare))
  expect([marketplace.status, marketplace.body]).toMatchObject([
    501,
    { code: 'not_configured', message: expect.stringContaining('BASALT_CLOUD_MARKETPLACE_URL') },
  ])
  expect([vercel.status, vercel.body]).toMatchObject([
    501,
    { code: 'not_configured', message: expect.stringContaining('BASALT_VERCEL_URL') },
  ])
})

test('the installation id is required and cannot change the redirect target', async () => {
  const person = await signUp(configured)
  const { status, body } = await person.send('GET', '/platform/vercel/redirect/')
  expect([status, body]).toMatchObject([400, { message: 'Installation ID is required' }])
  expect((await getRedirects(person, '../evil')).vercel.status).toBe(400)
  expect((await getRedirects(person, 'a b')).vercel.status).toBe(400)
})

test('an empty project or organization in a URL is reported as missing', async () => {
  const person = await signUp(configured)
  for (const [url, message] of [
    ['/platform/projects//databases', 'projectRef is required'],
    ['/platform/projects//billing/addons', 'Project ref is required'],
    ['/platform/organizations//projects', 'organizationSlug is required'],
    ['/platform/organizations//usage', 'orgSlug is required'],
    ['/platform/storage/abc/buckets//objects/download?path=a', 'Bucket ID is required'],
    ['/platform/storage/abc/buckets/', 'bucketId is required'],
  ] as const)
    expect(await person.send('GET', url)).toMatchObject({ status: 400, body: { message } })
})
