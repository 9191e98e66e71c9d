import { expect, test } from 'vitest'
import { clusterFiles } from './cluster-files.ts'
import { configurationText } from './configuration.ts'

const files = clusterFiles('/srv/one')

test('given settings win over our own', () => {
  const text = configurationText(files, 54400, { max_connections: '7' })
  expect(text).toContain("max_connections = '7'")
  expect(text).not.toContain("max_connections = '60'")
})

test('no setting can make the server listen elsewhere', () => {
  const text = configurationText(files, 54400, { listen_addresses: '*', port: '1' })
  expect(text).toContain("listen_addresses = '127.0.0.1'")
  expect(text).toContain("port = '54400'")
  expect(text).not.toContain("'*'")
})

test('quotes and backslashes stay part of the value', () => {
  const text = configurationText(files, 54400, { application_name: "o'k \\n" })
  expect(text).toContain("application_name = 'o''k \\\\n'")
})

test('a folder too deep for a socket gives a server without one', () => {
  const deep = clusterFiles(`/srv/${'deep/'.repeat(20)}`)
  expect(configurationText(deep, 54400, {})).toContain("unix_socket_directories = ''")
  expect(configurationText(files, 54400, {})).toContain("unix_socket_directories = '/srv/one/socket'")
})
