import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/**
 * Lets every connection of a pool prepare each statement once and plan it seldom: the metadata are asked the same
 * few questions at every request, and planning them costs more than answering.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `basalt_${names.size + 1}`
    names.set(text, name)
    return name
  }
  return {
    connect: async () => preparing(await pool.connect(), nameOf),
    end: () => pool.end(),
    options: pool.options,
  }
}

const preparing = (client: pg.PoolClient, nameOf: (text: string) => string) =>
  new Proxy(client, {
    get(target, key) {
      if (key === 'query')
        return (text: string, values: unknown[] = []) =>
          target.query(values.length > 0 ? { name: nameOf(text), text, values } : text)
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as unknown as PostgresPoolClient
