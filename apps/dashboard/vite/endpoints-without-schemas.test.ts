import { expect, test } from 'vitest'
import { withoutSchemas } from './endpoints-without-schemas.ts'

test('the browser gets what it needs to call an endpoint, and no schema', () => {
  const code = withoutSchemas(`
    import { z } from 'zod'
    import { endpoint } from '../endpoint.ts'
    const LIMIT = 3
    export const Row = z.object({ id: z.uuid() })
    export const listRows = endpoint({
      name: 'listRows', method: 'GET', path: '/rows/:id', summary: 'Rows',
      params: z.object({ id: z.uuid() }), query: z.object({ limit: z.number().max(LIMIT) }),
      response: z.array(Row), media: 'ndjson', version: 2,
    })
    export const addRow = endpoint({ name: 'addRow', method: 'POST', path: '/rows', body: Row, response: Row, audit: { keeps: ['id'] } })
  `)
  expect(code.trim().split('\n')).toEqual([
    'export const listRows = {"name":"listRows","method":"GET","path":"/rows/:id","media":"ndjson","version":2}',
    'export const addRow = {"name":"addRow","method":"POST","path":"/rows"}',
  ])
})

test('a path that is put together cannot be read, and stops the build', () => {
  const code = `export const x = endpoint({ name: 'x', method: 'GET', path: base + '/x', response: Row })`
  expect(() => withoutSchemas(code)).toThrow('path of x must be written out')
})
