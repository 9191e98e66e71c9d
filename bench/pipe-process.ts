import net from 'node:net'
import { addressOf } from '@basalt/postgres-gateway/servers/server-address.ts'
import { serveBench, type Target } from './proxy.ts'

/** The least that Node can do between a client and a server: it passes on bytes and understands none of them. */
const target = JSON.parse(process.argv[2] ?? '') as Target

const server = net.createServer({ noDelay: true }, (client) => {
  const upstream = net.connect({ ...addressOf(target), noDelay: true })
  client.on('error', () => upstream.destroy())
  upstream.on('error', () => client.destroy())
  client.pipe(upstream)
  upstream.pipe(client)
})
server.listen(0, '127.0.0.1', () => serveBench((server.address() as net.AddressInfo).port))
