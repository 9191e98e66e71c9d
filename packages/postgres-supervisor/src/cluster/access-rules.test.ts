import { expect, test } from 'vitest'
import { accessRulesText, LOOPBACK, listenAddresses, OPEN_TO_ALL, peersText } from './access-rules.ts'

const linesOf = (...input: Parameters<typeof accessRulesText>) =>
  accessRulesText(...input)
    .split('\n')
    .filter((line) => line.startsWith('host'))

test('by default, everyone with a password may connect over the network', () => {
  expect(linesOf(OPEN_TO_ALL)).toEqual([
    'host all all 0.0.0.0/0 scram-sha-256',
    'host replication all 0.0.0.0/0 scram-sha-256',
    'host all all ::/0 scram-sha-256',
    'host replication all ::/0 scram-sha-256',
  ])
})

test('no line admits anyone whom the rules exclude', () => {
  const rules = { ipv4: true, isEncryptedOnly: true, allowedCidrs: ['10.0.0.0/8'] }
  expect(linesOf(rules)).toEqual([
    'hostssl all all 10.0.0.0/8 scram-sha-256',
    'hostssl replication all 10.0.0.0/8 scram-sha-256',
  ])
  expect(linesOf({ ...rules, allowedCidrs: [] })).toEqual([])
})

test('replicas on this machine are admitted by their roles, whatever the rules say', () => {
  const rules = { ipv4: true, isEncryptedOnly: true, allowedCidrs: [] }
  expect(linesOf(rules, undefined, ['basalt_replica_two'])).toEqual([
    'host replication "basalt_replica_two" samehost scram-sha-256',
  ])
})

test("over the socket, only the platform's user needs no password, and only for the listed roles", () => {
  const peers = { systemUser: 'root', roles: ['postgres'] }
  const local = accessRulesText(OPEN_TO_ALL, peers)
    .split('\n')
    .filter((line) => line.startsWith('local'))
  expect(local).toEqual([
    'local all "postgres" peer map=basalt',
    'local all all scram-sha-256',
    'local replication all scram-sha-256',
  ])
  expect(peersText(peers)).toBe('basalt "root" "postgres"\n')
  const unlisted = { ...peers, systemUser: undefined }
  expect(accessRulesText(OPEN_TO_ALL, unlisted)).not.toContain('peer')
  expect(peersText(unlisted)).toBe('')
})

test.each([
  [true, true, ['127.0.0.1', '::1']],
  [true, false, ['127.0.0.1']],
  [false, true, ['::1']],
  [false, false, []],
])('with IPv4 %s on a machine with IPv6 %s it listens on %j', (ipv4, hasIpv6, addresses) => {
  expect(listenAddresses({ ...OPEN_TO_ALL, ipv4 }, LOOPBACK, hasIpv6)).toEqual(addresses)
})
