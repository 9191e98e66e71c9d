import { PostgresError } from '@basalt/postgres-wire/postgres-error.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { GROUP, PASSWORD, startGateway } from '../gateway.fixture.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'

async function withProcess(
  work: (gateway: GatewayProcess, connect: () => Promise<pg.Client>, events: string[]) => Promise<void>,
) {
  const fixture = await startGateway()
  const { rows } = await fixture.admin.query('select rolpassword from pg_authid where rolname = $1', [
    fixture.role,
  ])
  const events: string[] = []
  const gateway = await startGatewayProcess({
    resolve: async ({ user, database }) => {
      if (user === 'refused') throw new PostgresError('57P03', 'not now', { hint: 'later' })
      return {
        group: GROUP,
        role: user,
        database,
        verifier: rows[0].rolpassword,
        poolSize: 3,
        maxClients: 50,
        endpoint: async () => fixture.endpoint,
      }
    },
    onLogin: ({ user }, isIn) => events.push(`${user === fixture.role ? 'role' : user} ${isIn}`),
    listeners: [{ name: 'transaction', mode: 'transaction', host: '127.0.0.1', port: 0 }],
    log: (line) => events.push(line),
  })
  const connect = async (config: pg.ClientConfig = {}) => {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: gateway.ports.transaction!,
      user: fixture.role,
      password: PASSWORD,
      database: fixture.database,
      ...config,
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  try {
    await work(gateway, connect, events)
    await expect(connect({ user: 'refused' })).rejects.toMatchObject({ code: '57P03', hint: 'later' })
    await expect(connect({ password: 'wrong' })).rejects.toMatchObject({ code: '28P01' })
    expect(events.at(-1)).toBe('role false')
  } finally {
    await gateway.close({ drainMs: 0 })
    await fixture.stop()
  }
}

test('a killed gateway process restarts at once on its port, and no database stops', () =>
  withProcess(async (gateway, connect, events) => {
    const client = await connect()
    const started = (await client.query('select pg_postmaster_start_time() as at')).rows
    const [port, killed] = [gateway.ports.transaction, gateway.pid!]
    const ended = new Promise((resolve) => client.once('end', resolve))
    process.kill(killed, 'SIGKILL')
    await ended
    const next = await waitFor(() => connect())
    expect((await next.query('select pg_postmaster_start_time() as at')).rows).toEqual(started)
    expect(gateway.ports.transaction).toBe(port)
    expect(gateway.pid).not.toBe(killed)
    expect(events).toContain('The pooler process ended (SIGKILL) and is being restarted.')
    await next.end()
  }))

test('a gateway process behaves like a gateway in this process', () =>
  withProcess(async (gateway, connect) => {
    const client = await connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(await gateway.statistics()).toMatchObject({
      clients: 1,
      pools: [{ group: GROUP, mode: 'transaction' }],
    })
    const port = await gateway.listen({ name: 'another', mode: 'session', host: '127.0.0.1', port: 0 })
    expect(gateway.ports.another).toBe(port)
    await expect(
      gateway.listen({ name: 'third', mode: 'session', host: '127.0.0.1', port }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await gateway.unlisten('another')
    expect(gateway.ports.another).toBeUndefined()
    await client.query('begin')
    expect(await gateway.release(GROUP)).toBe(false)
    await client.query('commit')
    expect(await gateway.release(GROUP)).toBe(true)
    const failure = new Promise((resolve) => client.once('error', resolve))
    gateway.disconnect(GROUP, undefined, new PostgresError('57P01', 'because'))
    expect(await failure).toMatchObject({ code: '57P01', message: 'because' })
  }))
