import { randomUUID } from 'node:crypto'
import type net from 'node:net'
import pg from 'pg'
import { afterTest } from './tap.ts'

export const connectionString = process.env.DATABASE_URL
export const config = { connectionString, ssl: process.env.SUITE_TLS ? { rejectUnauthorized: false } : false }

export async function connected(more: pg.ClientConfig = {}) {
  const client = new pg.Client({ ...config, ...more })
  client.on('error', () => undefined)
  afterTest(() => (client as unknown as { connection: { stream: net.Socket } }).connection.stream.destroy())
  await client.connect()
  return client
}

export const withClient =
  (body: (client: pg.Client) => Promise<void>, more: pg.ClientConfig = {}) =>
  async () => {
    const client = await connected(more)
    try {
      await body(client)
    } finally {
      await client.end()
    }
  }

/** Runs `body` with a separate table, because suites of other drivers use the same database. */
export const withTable = (columns: string, body: (client: pg.Client, table: string) => Promise<void>) =>
  withClient(async (client) => {
    const table = `t_${randomUUID().replaceAll('-', '')}`
    await client.query(`create table ${table} (${columns})`)
    try {
      await body(client, table)
    } finally {
      await client.query(`drop table ${table}`)
    }
  })

export const firstValue = async (client: pg.Client, text: string, values: unknown[] = []) =>
  Object.values((await client.query(text, values)).rows[0] ?? {})[0]
