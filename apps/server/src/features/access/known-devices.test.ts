import { signIn, signUp as signUpCall } from '@basalt/contract/access/access.endpoints.ts'
import { DEVICE_COOKIE, SESSION_COOKIE } from '@basalt/contract/access/access.rules.ts'
import { listNotifications } from '@basalt/contract/notifications/notifications.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { PASSWORD, personWith, signUp } from '../../test/people.ts'

const site = { host: 'localhost:80', origin: 'http://localhost:80' }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let fixture: AppFixture
beforeAll(async () => {
  fixture = await openApp()
  await signUp(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** A browser with its own cookies, which it keeps when another user signs in. */
function aBrowser() {
  const cookies: Record<string, string> = {}
  const submit = async (url: string, email: string) => {
    const reply = await fixture.app.inject({
      method: 'POST',
      url,
      payload: { email, password: PASSWORD },
      cookies: cookies,
      headers: { ...site, 'user-agent': FIREFOX },
    })
    expect(reply.statusCode).toBeLessThan(300)
    for (const { name, value } of reply.cookies) cookies[name] = value
    const cookie = `${SESSION_COOKIE}=${cookies[SESSION_COOKIE]}`
    return personWith(fixture.app, email, { ...site, cookie })
  }
  return {
    cookies,
    signUp: (email: string) => submit(signUpCall.path, email),
    signIn: (email: string) => submit(signIn.path, email),
  }
}

test('a sign-in from a new browser is notified, one from a known browser is not', async () => {
  const [home, elsewhere] = [aBrowser(), aBrowser()]
  const person = await home.signUp('carol@example.com')
  const notifications = async () => (await person.call(listNotifications)).body
  await home.signIn('carol@example.com')
  expect(await notifications()).toEqual([])
  await elsewhere.signIn('carol@example.com')
  await waitFor(async () => (await notifications()).length === 1)
  expect(await notifications()).toMatchObject([
    {
      name: 'sign_in_new_device',
      priority: 'Warning',
      data: {
        title: 'Sign-in from a new device',
        message: expect.stringMatching(/127\.0\.0\.1.*Firefox on Linux/),
        actions: [{ label: 'Open account', url: '/account/security' }],
      },
    },
  ])
  await elsewhere.signIn('carol@example.com')
  expect(await notifications()).toMatchObject([{ meta: { occurrences: 1 } }])
})

test('a shared browser is known to both of its users', async () => {
  const [shared, elsewhere] = [aBrowser(), aBrowser()]
  await elsewhere.signUp('dan@example.com')
  await shared.signUp('erin@example.com')
  const dan = await shared.signIn('dan@example.com')
  const notifications = async () => (await dan.call(listNotifications)).body.length
  await waitFor(async () => (await notifications()) === 1)
  const erin = await shared.signIn('erin@example.com')
  await shared.signIn('dan@example.com')
  expect([await notifications(), (await erin.call(listNotifications)).body.length]).toEqual([1, 0])
})

test('a made-up device token does not make a browser known', async () => {
  const [home, forged] = [aBrowser(), aBrowser()]
  const person = await home.signUp('frank@example.com')
  forged.cookies[DEVICE_COOKIE] = 'made-up'
  await forged.signIn('frank@example.com')
  expect(forged.cookies[DEVICE_COOKIE]).not.toBe('made-up')
  await waitFor(async () => (await person.call(listNotifications)).body.length === 1)
})
