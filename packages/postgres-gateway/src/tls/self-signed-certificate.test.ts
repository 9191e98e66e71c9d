import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { endPointHash } from '@basalt/postgres-wire/scram/end-point-hash.ts'
import { expect, test } from 'vitest'
import { makeSelfSignedCertificate } from './self-signed-certificate.ts'

test('a certificate names its hosts and addresses, is signed by its key and lasts ten years', () => {
  const { cert } = makeSelfSignedCertificate(
    ['db.example.com', '127.0.0.1', '::1'],
    new Date('2026-11-21T12:00:00Z'),
  )
  const read = new X509Certificate(cert)
  expect(read.subject).toBe('CN=db.example.com')
  expect(read.subjectAltName).toBe('DNS:db.example.com, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1')
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.validFrom).toBe('Nov 20 12:00:00 2026 GMT')
  expect(read.validTo).toBe('Nov 21 12:00:00 2036 GMT')
  expect(endPointHash(cert)).toHaveLength(32)
})

test('a certificate for a given RSA key is signed by it', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { cert, key } = makeSelfSignedCertificate(['shop'], new Date(), keys)
  const read = new X509Certificate(cert)
  expect(read.verify(keys.publicKey)).toBe(true)
  expect(read.toLegacyObject().bits).toBe(2048)
  expect(key).toBe(keys.privateKey.export({ format: 'pem', type: 'pkcs8' }))
})

test('two certificates share neither key nor serial number', () => {
  const [one, other] = [makeSelfSignedCertificate(['a']), makeSelfSignedCertificate(['a'])]
  expect(new X509Certificate(one.cert).serialNumber).not.toBe(new X509Certificate(other.cert).serialNumber)
  expect(one.key).not.toBe(other.key)
})

test('a client that trusts the certificate connects by name and by address', async () => {
  const identity = makeSelfSignedCertificate(['localhost', '127.0.0.1'])
  const server = tls.createServer(identity).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const servername of ['localhost', '']) {
    const socket = tls.connect({ host: '127.0.0.1', port, ca: identity.cert, servername })
    await once(socket, 'secureConnect')
    expect(socket.authorized).toBe(true)
    socket.destroy()
  }
  server.close()
  await once(server, 'close')
})
