import { expect, test } from 'vitest'
import { machineHasIpv6 } from '../ipv6.ts'
import { LOOPBACK, NO_PEERS, OPEN_TO_ALL } from './access-rules.ts'
import { clusterFiles } from './cluster-files.ts'
import { configurationText } from './configuration.ts'

const files = clusterFiles('/srv/one')
const reach = { port: 54400, rules: OPEN_TO_ALL, addresses: LOOPBACK, peers: NO_PEERS }

test('given settings win over our own', () => {
  const text = configurationText(files, reach, { max_connections: '7' })
  expect(text).toContain("max_connections = '7'")
  expect(text).not.toContain("max_connections = '60'")
})

test('no setting can make the server listen elsewhere', () => {
  const text = configurationText(files, reach, { listen_addresses: '*', port: '1' })
  expect(text).toContain(`listen_addresses = '127.0.0.1${machineHasIpv6() ? ',::1' : ''}'`)
  expect(text).toContain("port = '54400'")
  expect(text).not.toContain("'*'")
})

test('quotes and backslashes stay part of the value', () => {
  const text = configurationText(files, reach, { application_name: "o'k \\n" })
  expect(text).toContain("application_name = 'o''k \\\\n'")
})

test('a folder too deep for a socket has it at a short path of its own', () => {
  const deep = (name: string) => clusterFiles(`/srv/${'deep/'.repeat(20)}${name}`).sockets
  expect(deep('one')).toMatch(/^\/tmp\/\.basalt-\d+\/[0-9a-f]{16}$/)
  expect(deep('one')).not.toBe(deep('two'))
  expect(configurationText(files, reach, {})).toContain("unix_socket_directories = '/srv/one/socket'")
})

test('a certificate turns encryption on', () => {
  expect(configurationText(files, reach, {})).not.toContain('ssl')
  const text = configurationText(files, { ...reach, tls: { key: 'k', cert: 'c' } }, {})
  expect(text).toContain(
    "ssl = 'on'\nssl_cert_file = '/srv/one/server.crt'\nssl_key_file = '/srv/one/server.key'",
  )
})
