import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/** Changes of address, which the settings let both addresses confirm. */

let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
})
afterAll(() => auth[Symbol.asyncDispose]())

const PASSWORD = 'correct horse'
let count = 0
const newEmail = () => `change${++count}@example.com`

/** A user with a session and an address to change to. */
async function aChange(flowType: 'implicit' | 'pkce' = 'implicit') {
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  const [email, next] = [newEmail(), newEmail()]
  const { data } = await admin.createUser({ email, password: PASSWORD, email_confirm: true })
  const client = auth.client(flowType)
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  const id = data.user!.id
  const address = async () => (await auth.sql('select email from auth.users where id = $1', [id]))[0].email
  /** Presses the link of the newest mail to an address. */
  const confirm = async (to: string) =>
    (await auth.press((await auth.mailTo(to))!.link)).headers.get('location')!
  const resend = (to: string) => auth.client().resend({ type: 'email_change', email: to })
  return { client, email, next, address, confirm, resend, admin }
}

test('one mailbox alone cannot change an address, however often its mail is sent again', async () => {
  for (const alone of ['next', 'email'] as const) {
    const { client, email, next, address, confirm, resend } = await aChange()
    const mailbox = { email, next }[alone]
    expect((await client.updateUser({ email: next })).error).toBeNull()
    for (let round = 0; round < 3; round += 1) {
      expect(await confirm(mailbox)).toContain('#message=Confirmation+link+accepted')
      expect(await address()).toBe(email)
      expect((await resend(email)).error).toBeNull()
    }
    expect(await address()).toBe(email)
    // Both with their newest mails.
    await confirm(mailbox)
    await confirm(alone === 'next' ? email : next)
    expect(await address()).toBe(next)
  }
})

test('a code of one address counts once, also when a server issues several', async () => {
  const { admin, email, next, address } = await aChange()
  const link = async (type: 'email_change_new' | 'email_change_current') =>
    (await admin.generateLink({ type, email, newEmail: next })).data.properties!.hashed_token
  for (const type of ['email_change_new', 'email_change_new', 'email_change_current'] as const) {
    expect(await address()).toBe(email)
    const reply = await auth.client().verifyOtp({ token_hash: await link(type), type: 'email_change' })
    expect(reply.error).toBeNull()
  }
  expect(await address()).toBe(next)
})

test('a confirmation counts for its address only, not for a third one that the user chose meanwhile', async () => {
  const { client, email, next, address, confirm } = await aChange()
  const third = newEmail()
  await client.updateUser({ email: next })
  const earlier = (await auth.mailTo(email))!
  expect(await confirm(next)).toContain('#message=')
  await client.updateUser({ email: third })
  expect((await auth.press(earlier.link)).headers.get('location')).toContain('error_code=otp_expired')
  expect(await confirm(third)).toContain('#message=')
  expect(await address()).toBe(email)
  expect(await confirm(email)).toContain('#access_token=')
  expect(await address()).toBe(third)
})

test('a code for a change that was given up does not confirm the next one', async () => {
  const { client, email, next, address, confirm } = await aChange()
  const secure = (isOn: boolean) => auth.change({ mailer_secure_email_change_enabled: isOn })
  await client.updateUser({ email: next })
  const earlier = (await auth.mailTo(email))!
  await secure(false)
  onTestFinished(async () => void (await secure(true)))
  const third = newEmail()
  await client.updateUser({ email: third })
  await secure(true)
  expect((await auth.press(earlier.link)).headers.get('location')).toContain('error_code=otp_expired')
  expect(await confirm(third)).toContain('#message=')
  expect(await address()).toBe(email)
})

test('without the setting the new address alone confirms, and the old one gets no mail', async () => {
  const secure = (isOn: boolean) => auth.change({ mailer_secure_email_change_enabled: isOn })
  await secure(false)
  onTestFinished(async () => void (await secure(true)))
  const { client, email, next, address, confirm } = await aChange()
  await client.updateUser({ email: next })
  expect(await auth.mailTo(email)).toBeUndefined()
  expect(await confirm(next)).toContain('#access_token=')
  expect(await address()).toBe(next)
})

test('two tabs that confirm the same half at once make half of a change', async () => {
  const { client, email, next, address, confirm } = await aChange()
  await client.updateUser({ email: next })
  const { link } = (await auth.mailTo(next))!
  const replies = await Promise.all([auth.press(link), auth.press(link)])
  const ends = replies.map((reply) => reply.headers.get('location')!)
  expect(ends.filter((end) => end.includes('#message='))).toHaveLength(1)
  expect(ends.filter((end) => end.includes('otp_expired'))).toHaveLength(1)
  expect(await address()).toBe(email)
  // And both halves at once make one change.
  const other = await aChange()
  await other.client.updateUser({ email: other.next })
  const both = await Promise.all([confirm(other.email), confirm(other.next)])
  expect(both.filter((end) => end.includes('#access_token='))).toHaveLength(1)
  expect(await other.address()).toBe(other.next)
})

test('each of several users who change to one address confirms by the code of the own mail', async () => {
  const [first, second] = [await aChange(), await aChange()]
  const { next } = first
  await first.client.updateUser({ email: next })
  const { code } = (await auth.mailTo(next))!
  await second.client.updateUser({ email: next })
  const verify = (token: string) => auth.client().verifyOtp({ email: next, token, type: 'email_change' })
  expect((await verify(code)).error).toBeNull()
  // A code counts for the address that it was sent to.
  const { code: current } = (await auth.mailTo(first.email))!
  expect((await verify(current)).error).toMatchObject({ code: 'otp_expired' })
  expect(await first.confirm(first.email)).toContain('#access_token=')
  expect([await first.address(), await second.address()]).toEqual([next, second.email])
  // The address is taken by now.
  await second.confirm(second.email)
  expect((await verify((await auth.mailTo(next))!.code)).error).toMatchObject({ code: 'email_exists' })
  expect(await second.address()).toBe(second.email)
})

test('a confirmation that is sent again under PKCE ends in a code for the client that asked', async () => {
  for (const began of ['pkce', 'implicit'] as const) {
    const { client, email, next, address, confirm } = await aChange(began)
    await client.updateUser({ email: next })
    const asked = auth.client('pkce')
    expect((await asked.resend({ type: 'email_change', email })).error).toBeNull()
    expect(await confirm(email)).toContain('#message=')
    const code = new URL(await confirm(next)).searchParams.get('code')!
    expect(await address()).toBe(next)
    const { data, error } = await asked.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: next })
  }
})
