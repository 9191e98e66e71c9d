import { expect, test } from 'vitest'
import { machineHasIpv6 } from '../ipv6.ts'
import { LOOPBACK, NO_PEERS, OPEN_TO_ALL } from './access-rules.ts'
import { clusterFiles } from './cluster-files.ts'
import { configurationText } from './configuration.ts'

const files = clusterFiles('/srv/one')
const network = { port: 54400, rules: OPEN_TO_ALL, addresses: LOOPBACK, peers: NO_PEERS, replicas: [] }

test('settings override the defaults', () => {
  const text = configurationText(files, network, { max_connections: '7' })
  expect(text).toContain("max_connections = '7'")
  expect(text).not.toContain("max_connections = '60'")
})

test('no setting can change the addresses that the server listens on', () => {
  const text = configurationText(files, network, { listen_addresses: '*', port: '1' })
  expect(text).toContain(`listen_addresses = '127.0.0.1${machineHasIpv6() ? ',::1' : ''}'`)
  expect(text).toContain("port = '54400'")
  expect(text).not.toContain("'*'")
})

test('quotes and backslashes stay part of the value', () => {
  const text = configurationText(files, network, { application_name: "o'k \\n" })
  expect(text).toContain("application_name = 'o''k \\\\n'")
})

test('a folder whose path is too long for a socket gets a short socket path', () => {
  const deep = (name: string) => clusterFiles(`/srv/${'deep/'.repeat(20)}${name}`).sockets
  expect(deep('one')).toMatch(/^\/tmp\/\.basalt-\d+\/[0-9a-f]{16}$/)
  expect(deep('one')).not.toBe(deep('two'))
  expect(configurationText(files, network, {})).toContain("unix_socket_directories = '/srv/one/socket'")
})

test('a certificate enables encryption', () => {
  expect(configurationText(files, network, {})).not.toContain('ssl')
  const text = configurationText(files, { ...network, tls: { key: 'k', cert: 'c' } }, {})
  expect(text).toContain(
    "ssl = 'on'\nssl_cert_file = '/srv/one/server.crt'\nssl_key_file = '/srv/one/server.key'",
  )
})
