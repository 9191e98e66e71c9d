import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type AuthFixture, openAuth } from '../../test/auth-fixture.ts'

/**
 * Hashing a password takes longer than all else that a call does. Node tells of each hash, so that they are counted
 * instead of the time.
 */

let auth: AuthFixture
beforeAll(async () => {
  auth = await openAuth()
  await auth.change({ external_phone_enabled: true })
})
afterAll(() => auth[Symbol.asyncDispose]())

const PASSWORD = 'correct horse'

/** How many hashes the server computes for a call. */
async function hashesFor(path: string, body: object) {
  let hashes = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'ARGON2REQUEST') hashes += 1
    },
  }).enable()
  onTestFinished(() => void hook.disable())
  const { body: answer } = await auth.send(path, { body })
  hook.disable()
  return { hashes, code: answer.error_code as string | undefined }
}

test('a sign-in hashes as much for accounts that nobody has, or that have no password', async () => {
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  await admin.createUser({ email: 'known@example.com', password: PASSWORD, email_confirm: true })
  await admin.createUser({ email: 'unconfirmed@example.com', password: PASSWORD })
  await admin.createUser({ email: 'without@example.com', email_confirm: true })
  await admin.createUser({ phone: '15550300001', password: PASSWORD, phone_confirm: true })
  for (const contact of [
    { email: 'known@example.com' },
    { email: 'unconfirmed@example.com' },
    { email: 'without@example.com' },
    { email: 'nobody@example.com' },
    { email: 'no address' },
    { phone: '15550300001' },
    { phone: '15550300002' },
    { phone: 'no number' },
  ])
    expect(
      await hashesFor('/token?grant_type=password', { ...contact, password: 'wrong' }),
      JSON.stringify(contact),
    ).toEqual({ hashes: 1, code: 'invalid_credentials' })
})

test('a sign-up hashes as much for a contact that is taken', async () => {
  const { admin } = auth.client('implicit', auth.keyOf('service_role'))
  await admin.createUser({ email: 'taken@example.com', password: PASSWORD, email_confirm: true })
  await admin.createUser({ phone: '15550300003', password: PASSWORD, phone_confirm: true })
  for (const contact of [
    { email: 'taken@example.com' },
    { email: 'free@example.com' },
    { phone: '15550300003' },
    { phone: '15550300004' },
  ])
    expect(await hashesFor('/signup', { ...contact, password: PASSWORD }), JSON.stringify(contact)).toEqual({
      hashes: 1,
      code: undefined,
    })
})
