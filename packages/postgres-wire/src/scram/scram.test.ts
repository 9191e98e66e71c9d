import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ScramClient } from './scram-client.ts'
import { SCRAM, SCRAM_PLUS, ScramServer } from './scram-server.ts'
import { hmac, mockVerifier, readVerifier, sha256, xor } from './scram-verifier.ts'

const PASSWORD = 'correct horse'

function verifierOf(password: string) {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const storedKey = sha256(hmac(salted, 'Client Key')).toString('base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return readVerifier(`SCRAM-SHA-256$4096:${salt.toString('base64')}$${storedKey}:${serverKey}`)!
}

/** A complete exchange; undefined when the server refuses it. */
async function exchange(server: ScramServer, client: ScramClient) {
  const proven = server.final(await client.final(server.first(SCRAM, client.first())))
  if (proven) client.verify(proven.serverFinal)
  return proven
}

test('the client key that a proof reveals logs in at every server with the same verifier', async () => {
  const verifier = verifierOf(PASSWORD)
  const proven = await exchange(new ScramServer(verifier, undefined), new ScramClient({ password: PASSWORD }))
  const passedOn = new ScramClient({ clientKey: proven!.clientKey, serverKey: verifier.serverKey })
  expect(await exchange(new ScramServer(verifier, undefined), passedOn)).toBeDefined()
  const again = new ScramClient({ clientKey: proven!.clientKey, serverKey: verifier.serverKey })
  expect(await exchange(new ScramServer(verifierOf(PASSWORD), undefined), again)).toBeUndefined()
})

test('a login is bound to the certificate that the client saw, and to the server’s offer', async () => {
  const endPoint = randomBytes(32)
  const verifier = verifierOf(PASSWORD)
  const logIn = async (mechanism: string, client: ScramClient) => {
    const server = new ScramServer(verifier, endPoint)
    return server.final(await client.final(server.first(mechanism, client.first())))
  }
  expect(await logIn(SCRAM_PLUS, new ScramClient({ password: PASSWORD }, { endPoint }))).toHaveProperty(
    'serverFinal',
  )
  await expect(
    logIn(SCRAM_PLUS, new ScramClient({ password: PASSWORD }, { endPoint: randomBytes(32) })),
  ).rejects.toThrow(/channel binding check failed/)
  // Someone in between removed the offer.
  await expect(logIn(SCRAM, new ScramClient({ password: PASSWORD }, 'not_offered'))).rejects.toThrow(
    /channel binding negotiation/,
  )
})

test('a server cannot keep a processor busy with rounds', async () => {
  const client = new ScramClient({ password: PASSWORD })
  const [, nonce] = client.first().split('r=')
  await expect(client.final(`r=${nonce}x,s=${btoa('salt')},i=2000000000`)).rejects.toThrow(/too many/)
})

test('a wrong password and a mock are both refused after the same conversation', async () => {
  const wrong = new ScramClient({ password: 'guess' })
  expect(await exchange(new ScramServer(verifierOf(PASSWORD), undefined), wrong)).toBeUndefined()
  const secret = randomBytes(32)
  const mock = mockVerifier(secret, 'nobody')
  expect(
    await exchange(new ScramServer(mock, undefined), new ScramClient({ password: PASSWORD })),
  ).toBeUndefined()
  expect(mockVerifier(secret, 'nobody')).toEqual(mock)
  expect(mockVerifier(secret, 'somebody').salt).not.toEqual(mock.salt)
  expect(mock.salt).toHaveLength(16)
})

test('a client detects a server that does not know the verifier', async () => {
  const client = new ScramClient({ password: PASSWORD })
  const server = new ScramServer(verifierOf(PASSWORD), undefined)
  await client.final(server.first(SCRAM, client.first()))
  expect(() => client.verify(`v=${randomBytes(32).toString('base64')}`)).toThrow('did not prove')
})

test.each([
  ['the certificate it saw', true, true],
  ['another certificate', false, false],
])('a login bound to %s is accepted: %s', (_what, isSame, isAccepted) => {
  const endPoint = randomBytes(32)
  const verifier = verifierOf(PASSWORD)
  const server = new ScramServer(verifier, endPoint)
  const header = 'p=tls-server-end-point,,'
  const bare = 'n=,r=abc'
  const first = server.first(SCRAM_PLUS, header + bare)
  const [, nonce] = /^r=([^,]+)/.exec(first)!
  const bound = Buffer.concat([Buffer.from(header), isSame ? endPoint : randomBytes(32)]).toString('base64')
  const withoutProof = `c=${bound},r=${nonce}`
  const salted = pbkdf2Sync(PASSWORD, verifier.salt, 4096, 32, 'sha256')
  const clientKey = createHmac('sha256', salted).update('Client Key').digest()
  const proof = xor(clientKey, hmac(verifier.storedKey, `${bare},${first},${withoutProof}`)).toString(
    'base64',
  )
  const end = () => server.final(`${withoutProof},p=${proof}`)
  if (isAccepted) expect(end()).toBeDefined()
  else expect(end).toThrow('channel binding check failed')
})

test('a client that was led to believe there is no channel binding is refused where it is offered', () => {
  const server = new ScramServer(verifierOf(PASSWORD), randomBytes(32))
  expect(() => server.first(SCRAM, 'y,,n=,r=abc')).toThrow('negotiation error')
})

test.each(['', 'n,,', 'n,,n=,r=', 'x,,n=,r=abc', 'n,a=b,n=,r=abc', 'p=tls-unique,,n=,r=abc'])(
  'the first message %j is malformed',
  (text) => {
    expect(() => new ScramServer(verifierOf(PASSWORD), undefined).first(SCRAM, text)).toThrow('malformed')
  },
)

test.each(['md5d41d8cd98f00b204e9800998ecf8427e', '', 'SCRAM-SHA-256$4096:c2FsdA==$short:keys'])(
  '%j is not a SCRAM verifier',
  (text) => {
    expect(readVerifier(text)).toBeUndefined()
  },
)
