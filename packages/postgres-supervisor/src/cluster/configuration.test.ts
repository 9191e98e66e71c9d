import { expect, test } from 'vitest'
import { LOOPBACK, machineHasIpv6, OPEN_TO_ALL } from './access-rules.ts'
import { clusterFiles } from './cluster-files.ts'
import { configurationText } from './configuration.ts'

const files = clusterFiles('/srv/one')
const reach = { port: 54400, rules: OPEN_TO_ALL, addresses: LOOPBACK }

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

test('a folder too deep for a socket gives a server without one', () => {
  const deep = clusterFiles(`/srv/${'deep/'.repeat(20)}`)
  expect(configurationText(deep, reach, {})).toContain("unix_socket_directories = ''")
  expect(configurationText(files, reach, {})).toContain("unix_socket_directories = '/srv/one/socket'")
})

test('a server whose socket would be out of reach listens on IPv4 whatever is wanted', () => {
  const deep = clusterFiles(`/srv/${'deep/'.repeat(20)}`)
  const text = configurationText(deep, { ...reach, rules: { ...OPEN_TO_ALL, ipv4: false } }, {})
  expect(text).toMatch(/listen_addresses = '.*127\.0\.0\.1'/)
})

test('a certificate turns encryption on', () => {
  expect(configurationText(files, reach, {})).not.toContain('ssl')
  const text = configurationText(files, { ...reach, tls: { key: 'k', cert: 'c' } }, {})
  expect(text).toContain(
    "ssl = 'on'\nssl_cert_file = '/srv/one/server.crt'\nssl_key_file = '/srv/one/server.key'",
  )
})
