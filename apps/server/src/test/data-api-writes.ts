import type { DataApiFixture } from './data-api-fixture.ts'

export const REPRESENTATION = 'return=representation'

/** Writes to the tables of a fixture that the test opens later. */
export const writesTo = (api: () => DataApiFixture) => ({
  /** Requests the written rows, unless `prefer` says otherwise. */
  write: (method: string, path: string, body?: unknown, prefer = REPRESENTATION, headers = {}) =>
    api().send(path, {
      method,
      headers: { prefer, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  actors: async (filter: string) => (await api().send(`/actors?order=id&${filter}`)).body,
})
